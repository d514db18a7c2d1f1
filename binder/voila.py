"""Voilà as an extension of Binder's Jupyter server: postBuild puts this file where it looks for its configuration."""

from rulebook.publish import site

site.configure(get_config())  # noqa: F821 - given by the loader of Jupyter's configuration files
