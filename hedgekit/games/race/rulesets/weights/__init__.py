"""The weights that players learned."""
