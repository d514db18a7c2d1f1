"""The interactive rulebook: its words, boards, chapters and the ways it is published.

It knows readers and nothing of rules; those are `hedgekit`'s.
"""
