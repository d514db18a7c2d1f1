"""House rules: variants that are declared outside this package, and the registries that hold them.

registry.py  the registry: all variants, questions and fields, as a value    rule.py    a house rule, as a value
loading.py   running the file or module that declares rules                  blame.py   whose line an error comes from
guarded.py   answers whose mistakes are reported with the author's line      limit.py   ending a loop without an end
"""
