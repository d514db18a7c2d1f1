"""A pseudo-language made of files: every sentence marked and a third longer, which reveals unmarked ones."""
