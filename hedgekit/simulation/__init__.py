"""Many games: played in threads, processes or a cluster, and what they came to.

running.py    simulate, simulate_series: sharing out, gathering, progress
tasks.py      the unit of work, and which engine plays it
results.py    Result: measures, means, intervals, merging; columns.py, estimates.py, storing.py beside it
summaries.py  a result shown: tables.py as text and HTML, plots.py as SVG
"""

from .results import Result
from .running import simulate, simulate_series

__all__ = ["Result", "simulate", "simulate_series"]
