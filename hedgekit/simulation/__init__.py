"""Many games: played in threads, processes or a cluster, and what they came to.

running.py    simulate, simulate_series: sharing out, gathering, progress; what may be asked is in checking.py
tasks.py      the unit of work, and which engine plays it; pools.py, making.py: where it is played
results.py    Result, resting on counts.py: measures.py, columns.py, estimates.py
summaries.py  a result shown: tables.py as text and HTML, plots.py as SVG; storing.py as JSON
"""

from .results import Result
from .running import simulate, simulate_series
from .tournaments import Tournament, tournament

__all__ = ["Result", "Tournament", "simulate", "simulate_series", "tournament"]
