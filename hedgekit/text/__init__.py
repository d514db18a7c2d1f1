"""Sentences, errors and reasons, in every language."""
