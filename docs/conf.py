"""Sphinx configuration: `make docs`, which fails on any warning."""

import hedgekit

project = "hedgekit"
author = "the hedgekit developers"
copyright = "the hedgekit developers; MIT licence"  # noqa: A001 - the name Sphinx reads
version = release = hedgekit.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = f"hedgekit {release}"
html_copy_source = False
html_show_sourcelink = False

myst_heading_anchors = 3
# Docstrings write code between single backquotes.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"


def _code(app, what, name, obj, options, lines):
    """Mark indented lines of a docstring as literal: notation, code, tables."""
    shown, inside = [], False
    for line in lines:
        if line.startswith("  ") and not inside:
            shown += ["", "::", ""]
        elif line and not line.startswith("  ") and inside:
            shown.append("")
        if line:
            inside = line.startswith("  ")
        shown.append(line)
    lines[:] = shown


def setup(app):
    """Hook into autodoc."""
    app.connect("autodoc-process-docstring", _code)
