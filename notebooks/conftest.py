"""nbval compares what was saved, which is pictures and one language (docs/run_notebooks.py), with what it sees."""

import os

os.environ["RULEBOOK_PICTURES"] = "en"
