"""The weights that players learned, as `trained_weights.py` reads them."""
