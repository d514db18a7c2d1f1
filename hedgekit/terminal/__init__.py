"""The command `hedgekit`."""
