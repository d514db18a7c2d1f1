"""The families of variants, one module each; new modules are found automatically.  `base_game.py` is variant 0."""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
