"""A language made of files: every sentence marked and a third longer; and what says an unmarked one."""
