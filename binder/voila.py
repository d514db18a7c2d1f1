"""Configuration of Voilà as an extension of Binder's Jupyter server, installed by postBuild."""

from rulebook.publish import site

site.configure(get_config())  # noqa: F821 - defined by Jupyter's configuration loader
