"""House rules: variants declared outside this package, and the registries that contain them.

registry.py  the registry: all variants, questions and fields, as a value    rule.py    a house rule, as a value
loading.py   run the file or module that declares rules                      blame.py   find the line behind an error
guarded.py   answers whose errors are reported with the author's line        limit.py   interrupt endless loops
"""
