"""Commands for those who develop the book; none of it is in the package."""
