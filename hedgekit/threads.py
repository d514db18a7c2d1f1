"""For watchdogs: measure the CPU time of a thread, and raise an exception in it."""

import time


def processor_time(thread: int) -> float:
    """Return the CPU seconds of a running thread (its `ident`); of the process, if the system cannot tell."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return time.process_time()


def raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code; None cancels it."""
    import ctypes  # here: importing hedgekit stays quick

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind) if kind else None)
