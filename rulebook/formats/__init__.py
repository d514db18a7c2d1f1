"""Readers of foreign formats: HTML, PDF, Word and OpenDocument as lines of text.

Each runs in a process of its own (`child.read`), with limits of time and memory: whatever a file does to a reader, it
is refused with one key and nothing else happens.  Nothing in here knows rulebooks, and little is imported, so that a
process starts at once.
"""
