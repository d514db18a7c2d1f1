"""Records for compiled code: the numba types of `s` and `mind`, designed for LLVM's optimizer.

A record is a pointer to each of its parts: the state proper, the settings of its rules and the scratch of the engine's
calls; many states share the last two.  Numbers are stored as narrowly as their unit allows and read as 64 bits; list
indices are never negative, so numba's wraparound is omitted; fields do not alias (TBAA), and settings are never
written, so unchanged values are loaded once.
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
FIXED = 1  # index of the read-only part of a record
LINE = 64  # bytes of a cache line; parts are aligned to it


class Record(types.Type):
    """A record with this layout, which is what a copy copies.

    fixed: the layout of the shared read-only part; scratch: of the shared writable part.  The two are adjacent.
    """

    def __init__(
        self, name: str, layout: np.dtype[Any], fixed: np.dtype[Any] | None = None, scratch: np.dtype[Any] | None = None
    ) -> None:
        digest = hashlib.sha256(f"{layout} {fixed} {scratch}".encode()).hexdigest()[:8]
        super().__init__(f"{name} {digest}")  # short, as it is part of the name of every compiled function
        self.kind, self.layout, self.fixed, self.scratch = name, layout, fixed, scratch
        self.parts = [part for part in (layout, fixed, scratch) if part is not None]

    @property
    def size(self) -> int:
        """Bytes of one record, without the shared parts."""
        return self.layout.itemsize

    @property
    def shared(self) -> tuple[int, int]:
        """Offsets in a block that begins with the shared parts: of the scratch, and of its end."""
        begin, end = (
            -(-sum(part.itemsize for part in parts) // LINE) * LINE for parts in (self.parts[1:2], self.parts[2:])
        )
        return begin, begin + end

    @property
    def key(self) -> str:
        """Types with the same name are the same type."""
        return str(self.name)

    def part_of(self, field: str) -> int | None:
        """Return the index of the part with a field, or None."""
        return next((k for k, part in enumerate(self.parts) if field in (part.names or ())), None)

    def place(self, field: str) -> tuple[int, int, int]:
        """Return a field's offset in its part, its bits per number and its length (0: not a list)."""
        kind, offset = self.parts[self.part_of(field) or 0].fields[field][:2]  # type: ignore[index]
        return offset, 8 * kind.base.itemsize, kind.shape[0] if kind.shape else 0


class Records(types.Type):
    """An array of records."""

    def __init__(self, record: Record) -> None:
        super().__init__(f"several {record.name}")
        self.record = record


class Numbers(types.Type):
    """A list in a record."""

    def __init__(self, record: Record, field: str) -> None:
        super().__init__(f"{field} of {record.name}")
        self.record, self.field = record, field


register_model(Numbers)(models.OpaqueModel)


@register_model(Record)
@register_model(Records)
class _Pointers(models.StructModel):
    """A pointer to each part."""

    def __init__(self, manager: Any, kind: Any) -> None:
        parts = (kind if isinstance(kind, Record) else kind.record).parts
        super().__init__(manager, kind, [(f"part{k}", types.voidptr) for k in range(len(parts))])


def record_opener(record: Record, several: bool) -> Any:
    """Return a compiled function that views a block of bytes (an array or a pointer) as one or several records.

    The block begins with the shared parts.
    """

    @intrinsic
    def opened(typing_context, block):  # type: ignore[no-untyped-def]
        def generate(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
            begin = _byte_pointer(context, builder, block, arguments[0])
            return _record_value(
                context, builder, sig.return_type, begin, _pointer(builder, begin, record.shared[1], 8)
            )

        return signature(Records(record) if several else record, block), generate

    return opened


def separate_record_opener(record: Record) -> Any:
    """Return the same for several records stored separately: its arguments are the shared block and their bytes."""

    @intrinsic
    def opened(typing_context, block, records):  # type: ignore[no-untyped-def]
        def generate(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
            begin, first = (_byte_pointer(context, builder, *given) for given in zip(sig.args, arguments, strict=True))
            return _record_value(context, builder, sig.return_type, begin, first)

        return signature(Records(record), block, records), generate

    return opened


def _byte_pointer(context: Any, builder: Any, given: Any, value: Any) -> Any:
    """Return a pointer to the first byte."""
    if isinstance(given, types.Array):
        value = context.make_array(given)(context, builder, value).data
    return builder.bitcast(value, BYTE.as_pointer())


def _record_value(context: Any, builder: Any, kind: Any, block: Any, first: Any) -> Any:
    """Return the value of one or several records, from their first byte and the shared block."""
    record, made = (
        kind if isinstance(kind, Record) else kind.record,
        cgutils.create_struct_proxy(kind)(context, builder),
    )
    made.part0 = first
    for k in range(1, len(record.parts)):
        setattr(made, f"part{k}", _pointer(builder, block, (0, *record.shared)[k - 1], 8))
    return made._getvalue()


# ---- typing ----------------------------------------------------------------------------------------------------------


@infer_getattr
class _Fields(AttributeTemplate):
    key = Record

    def generic_resolve(self, record: Record, field: str) -> Any:
        if record.part_of(field) is None:
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


# ---- lowering --------------------------------------------------------------------------------------------------------


def _pointer(builder: Any, base: Any, offset: Any, bits: int) -> Any:
    offset = offset if isinstance(offset, ir.Value) else ir.Constant(WORD, offset)
    return builder.bitcast(builder.gep(base, [offset], inbounds=True), ir.IntType(bits).as_pointer())


def _tagged(builder: Any, instruction: Any, record: Record, field: str) -> Any:
    """Tag a load or store with its field, for alias analysis."""
    module = builder.module
    root = module.add_metadata(["hedgekit"])
    kind = module.add_metadata([f"{record.kind}.{field}", root, ir.Constant(WORD, 0)])
    instruction.set_metadata("tbaa", module.add_metadata([kind, kind, ir.Constant(WORD, 0)]))
    if record.part_of(field) == FIXED:
        instruction.set_metadata("invariant.load", module.add_metadata([]))
    return instruction


def _record_pointer(builder: Any, record: Record, several: Any, index: Any) -> Any:
    """Return a pointer to a record in an array."""
    return _pointer(builder, builder.extract_value(several, 0), builder.mul(index, ir.Constant(WORD, record.size)), 8)


def _load(builder: Any, pointer: Any, record: Record, field: str) -> Any:
    found = _tagged(builder, builder.load(pointer), record, field)
    return found if found.type == WORD else builder.sext(found, WORD)


def _store(builder: Any, value: Any, pointer: Any, record: Record, field: str) -> None:
    assert record.part_of(field) != FIXED, f"{field} is a setting"
    wanted = pointer.type.pointee
    narrow = value if value.type == wanted else builder.trunc(value, wanted)
    _tagged(builder, builder.store(narrow, pointer), record, field)


def _element(builder: Any, numbers: Numbers, base: Any, index: Any) -> Any:
    _, bits, _ = numbers.record.place(numbers.field)
    return _pointer(builder, base, builder.mul(index, ir.Constant(WORD, bits // 8), flags=["nsw"]), bits)


@lower_getattr_generic(Record)
def _get_field(context, builder, record, base, field):  # type: ignore[no-untyped-def]
    offset, bits, length = record.place(field)
    base = builder.extract_value(base, record.part_of(field))
    if length:
        return _pointer(builder, base, offset, 8)
    return _load(builder, _pointer(builder, base, offset, bits), record, field)


@lower_setattr_generic(Record)
def _set_field(context, builder, sig, arguments, field):  # type: ignore[no-untyped-def]
    base, value = arguments
    offset, bits, _ = sig.args[0].place(field)
    base = builder.extract_value(base, sig.args[0].part_of(field))
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
    several, index = arguments
    record = sig.args[0].record
    return builder.insert_value(several, _record_pointer(builder, record, several, index), 0)


@lower_builtin(operator.setitem, Records, types.int64, Record)
def _set_record(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
    several, index, value = arguments
    record = sig.args[0].record
    given, place = builder.extract_value(value, 0), _record_pointer(builder, record, several, index)
    cgutils.raw_memcpy(builder, place, given, ir.Constant(WORD, record.size), 1)
    return context.get_dummy_value()
