"""What is said, in every language: the tables, the sentences they make, errors and reasons."""
