"""Drawing carrom."""
