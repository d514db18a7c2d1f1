"""Readers of HTML, PDF, Word and OpenDocument files as lines of text.

Each runs in a process of its own (`child.read`) with limits of time and memory: whatever a file does to a reader, it is
refused with one key.  Little is imported, so that a process starts quickly.
"""
