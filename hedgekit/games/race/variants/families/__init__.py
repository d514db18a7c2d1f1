"""The families of variants, a module each; a module added here is found.  `base_game.py` is variant 0."""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
