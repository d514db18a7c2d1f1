"""Explain moves of the race: why they are legal or illegal, and what they do."""
