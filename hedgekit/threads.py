"""What a watchdog does to a thread: see how much of the processor it has used, and raise an exception in it."""

import time


def processor_time(thread: int) -> float:
    """Seconds of CPU time of a running thread (its `ident`); of all threads where a system does not tell them apart."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return time.process_time()


def raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python again; None: not any more."""
    import ctypes  # here: importing hedgekit stays quick

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind) if kind else None)
