"""What was measured: the authors' table, the sister games."""
