"""Records for compiled code: what `s` and `mind` are to numba, made so that LLVM can make the most of them.

A record is a pointer.  Its numbers are as narrow as their unit allows and always read as 64 bits; a list is never asked
for anything before its beginning, as numba would provide for; a number that is written is no other one (TBAA), and a
setting is never written at all, so that what does not change is loaded once.
"""

import hashlib
import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import intrinsic, models, register_model

BYTE = ir.IntType(8)
WORD = ir.IntType(64)


class Record(types.Type):
    """A record of this layout; fixed: the fields that nobody writes; copied: bytes that go over to a copy."""

    def __init__(self, name: str, layout: np.dtype[Any], fixed: frozenset[str] = frozenset(), copied: int = 0) -> None:
        told = hashlib.sha256(f"{layout} {sorted(fixed)} {copied}".encode()).hexdigest()[:8]
        super().__init__(f"{name} {told}")  # short, as it stands in the name of every compiled function
        self.kind, self.layout, self.fixed, self.copied = name, layout, fixed, copied

    @property
    def key(self) -> str:
        """Types of one name are one type."""
        return str(self.name)

    def place(self, field: str) -> tuple[int, int, int]:
        """The first byte of a field, the bits of a number, and how many there are (0: no list)."""
        kind, offset = self.layout.fields[field][:2]  # type: ignore[index]
        return offset, 8 * kind.base.itemsize, kind.shape[0] if kind.shape else 0


class Records(types.Type):
    """Several records, one after the other."""

    def __init__(self, record: Record) -> None:
        super().__init__(f"several {record.name}")
        self.record = record


class Numbers(types.Type):
    """A list in a record."""

    def __init__(self, record: Record, field: str) -> None:
        super().__init__(f"{field} of {record.name}")
        self.record, self.field = record, field


for _type in (Record, Records, Numbers):
    register_model(_type)(models.OpaqueModel)


def opening(record: Record, several: bool) -> Any:
    """A compiled function that takes bytes (an array, or a pointer) for a record, or for several."""

    @intrinsic
    def opened(typing_context, given):  # type: ignore[no-untyped-def]
        def generate(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
            (value,) = arguments
            if isinstance(given, types.Array):
                value = context.make_array(given)(context, builder, value).data
            return builder.bitcast(value, BYTE.as_pointer())

        return signature(Records(record) if several else record, given), generate

    return opened


# ---- what may be asked of them ---------------------------------------------------------------------------------------


@infer_getattr
class _Fields(AttributeTemplate):
    key = Record

    def generic_resolve(self, record: Record, field: str) -> Any:
        if field not in record.layout.fields:  # type: ignore[operator]
            return None
        return Numbers(record, field) if record.place(field)[2] else types.int64


@infer_global(operator.getitem)
class _Item(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        if isinstance(given[0], Numbers):
            return signature(types.int64, given[0], types.int64)
        return signature(given[0].record, given[0], types.int64) if isinstance(given[0], Records) else None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        if isinstance(given[0], Numbers):
            return signature(types.none, given[0], types.int64, types.int64)
        if isinstance(given[0], Records) and given[2] == given[0].record:
            return signature(types.none, given[0], types.int64, given[2])
        return None


# ---- and what is made of it ------------------------------------------------------------------------------------------


def _pointer(builder: Any, base: Any, offset: Any, bits: int) -> Any:
    offset = offset if isinstance(offset, ir.Value) else ir.Constant(WORD, offset)
    return builder.bitcast(builder.gep(base, [offset], inbounds=True), ir.IntType(bits).as_pointer())


def _marked(builder: Any, instruction: Any, record: Record, field: str) -> Any:
    """Say that what is read or written here is this field and no other."""
    module = builder.module
    root = module.add_metadata(["hedgekit"])
    kind = module.add_metadata([f"{record.kind}.{field}", root, ir.Constant(WORD, 0)])
    instruction.set_metadata("tbaa", module.add_metadata([kind, kind, ir.Constant(WORD, 0)]))
    if field in record.fixed:
        instruction.set_metadata("invariant.load", module.add_metadata([]))
    return instruction


def _load(builder: Any, pointer: Any, record: Record, field: str) -> Any:
    found = _marked(builder, builder.load(pointer), record, field)
    return found if found.type == WORD else builder.sext(found, WORD)


def _store(builder: Any, value: Any, pointer: Any, record: Record, field: str) -> None:
    assert field not in record.fixed, f"{field} is a setting"
    wanted = pointer.type.pointee
    narrow = value if value.type == wanted else builder.trunc(value, wanted)
    _marked(builder, builder.store(narrow, pointer), record, field)


def _element(builder: Any, numbers: Numbers, base: Any, index: Any) -> Any:
    _, bits, _ = numbers.record.place(numbers.field)
    return _pointer(builder, base, builder.mul(index, ir.Constant(WORD, bits // 8), flags=["nsw"]), bits)


@lower_getattr_generic(Record)
def _get_field(context, builder, record, base, field):  # type: ignore[no-untyped-def]
    offset, bits, length = record.place(field)
    if length:
        return _pointer(builder, base, offset, 8)
    return _load(builder, _pointer(builder, base, offset, bits), record, field)


@lower_setattr_generic(Record)
def _set_field(context, builder, sig, arguments, field):  # type: ignore[no-untyped-def]
    base, value = arguments
    offset, bits, _ = sig.args[0].place(field)
    _store(builder, value, _pointer(builder, base, offset, bits), sig.args[0], field)


@lower_builtin(operator.getitem, Numbers, types.int64)
def _get_number(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    numbers = sig.args[0]
    return _load(builder, _element(builder, numbers, *arguments), numbers.record, numbers.field)


@lower_builtin(operator.setitem, Numbers, types.int64, types.int64)
def _set_number(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    base, index, value = arguments
    numbers = sig.args[0]
    _store(builder, value, _element(builder, numbers, base, index), numbers.record, numbers.field)
    return context.get_dummy_value()


@lower_builtin(operator.getitem, Records, types.int64)
def _get_record(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    base, index = arguments
    size = ir.Constant(WORD, sig.args[0].record.layout.itemsize)
    return _pointer(builder, base, builder.mul(index, size), 8)


@lower_builtin(operator.setitem, Records, types.int64, Record)
def _set_record(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    base, index, value = arguments
    record = sig.args[0].record
    place = _pointer(builder, base, builder.mul(index, ir.Constant(WORD, record.layout.itemsize)), 8)
    cgutils.raw_memcpy(builder, place, value, ir.Constant(WORD, record.copied), 1)
    return context.get_dummy_value()
