"""Windows: a job object ends all that a process started when that process is gone, however it goes."""

from __future__ import annotations

import ctypes
from typing import Any

KILL_ON_JOB_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
EXTENDED_LIMIT_INFORMATION = 9  # JobObjectExtendedLimitInformation


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION"""

    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    )


class JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION"""

    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


def end_children_with_us(kernel: Any = None) -> Any:
    """Put this process, and so all that it starts from now on, into a job that ends when its handle is closed.

    The handle is never closed by us: the system does it when this process ends. Returns it; raises OSError.
    """
    if kernel is None:
        kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - the attribute is there on Windows alone
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = JobLimits()
    limits.BasicLimitInformation.LimitFlags = KILL_ON_JOB_CLOSE
    size = ctypes.c_uint32(ctypes.sizeof(limits))
    if not (
        job
        and kernel.SetInformationJobObject(job, EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), size)
        and kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
    ):
        raise OSError(f"Windows error {kernel.GetLastError()}: no job object for the engines")
    return job
