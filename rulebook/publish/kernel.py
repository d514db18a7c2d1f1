"""The process of one reader: sets its limits, then runs IPython's kernel.

    python -P -m rulebook.publish.kernel --limits=memory=512,seconds=1800,file=8,nice=5 -f FILE

What goes wrong in it is logged to the server's standard error, as the server logs; what a kernel prints would go to
whoever is connected, and that is a reader.
"""

import os
import sys

from rulebook.publish.limits import Limits, awake

OPTION = "--limits="


def main() -> None:
    """Run until the kernel is shut down."""
    limits = next((word for word in sys.argv if word.startswith(OPTION)), "")
    if limits:
        Limits.read(limits.removeprefix(OPTION)).apply()
    errors = os.fdopen(os.dup(2), "w", buffering=1, encoding="utf-8", errors="replace")

    from ipykernel.kernelapp import IPKernelApp

    from rulebook.publish import logs, reading

    logs.install(errors)
    app = IPKernelApp.instance()
    try:
        app.initialize([word for word in sys.argv[1:] if not word.startswith(OPTION)])
    except Exception:
        logs.LOG.exception("a kernel could not be started")
        sys.exit(1)
    logs.install(errors)  # once more: what IPython brought of its own speaks here too
    logs.adopt(app.log)
    reading.begin()
    awake(app.abs_connection_file).touch()
    app.start()


if __name__ == "__main__":
    main()
