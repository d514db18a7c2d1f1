"""Many games: played in threads, processes or a cluster, and what they came to.

runner.py     simulate, simulate_series: sharing out, gathering, progress; request.py checks what is asked for
workers.py    the unit of work, which engine plays it, and where
result.py     Result, resting on counts.py: measures.py, columns.py, estimates.py
tables.py     a result shown as text and HTML; plots.py as SVG; storage.py as JSON
"""

from .result import Result
from .runner import simulate, simulate_series
from .tournaments import Tournament, tournament

__all__ = ["Result", "Tournament", "simulate", "simulate_series", "tournament"]
