"""Play the games behind the book's figures: a command for developers (`python -m tools.measure --help`)."""
