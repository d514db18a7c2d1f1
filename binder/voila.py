"""Configuration of Voilà as an extension of Binder's Jupyter server, installed by postBuild."""

from rulebook.publish import page_context

page_context.configure(get_config())  # noqa: F821 - defined by Jupyter's configuration loader
