"""Simulation: many games, played in threads, processes or a cluster, and their results.

runner.py     simulate, simulate_series: distribution, collection, progress; request.py checks the arguments
workers.py    the unit of work, its engine, and executors
result.py     Result, based on counts.py: measures.py, columns.py, estimates.py
tables.py     a result as text and HTML; plots.py as SVG; storage.py as JSON
"""

from .result import Result
from .runner import simulate, simulate_series
from .tournaments import Tournament, tournament

__all__ = ["Result", "Tournament", "simulate", "simulate_series", "tournament"]
