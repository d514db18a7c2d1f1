"""Games one plays: what any game may be asked, the game of the hedgehogs, series."""
