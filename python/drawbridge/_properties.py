"""Property collections on numpy arrays: which arrays fit, and the plan that runs on them."""
import ctypes

import numpy

from ._entries import COLLECTIONS
from ._library import Error, call, integers, items, text

PER_SPECIES = frozenset(view[:-4] for lists in COLLECTIONS.values() for names in lists for view in names.split()
                        if view.endswith("[ns]"))


def real_array(value, what, kind=numpy.float64):
    """The value as an array of doubles; in place if it is one that lies at multiples of 8 bytes, otherwise a copy."""
    if numpy.ma.isMaskedArray(value):
        raise Error("ARGUMENT", f"{what}: given a masked array, whose mask would be lost. Give value.filled(...) or value.compressed().")
    try:
        array = numpy.asarray(value)
    except ValueError as failure:
        raise Error("SHAPE", f"{what}: {failure}") from None
    if array.dtype.kind not in "iuf":
        raise Error("ARGUMENT", f"{what}: given numbers of type {array.dtype}, expected real numbers")
    array = array.astype(kind, copy=False)
    return array if array.flags.aligned else array.copy()


def _common_shape(inputs):
    """The shape of the points: every input has it, or is a single number."""
    shape, first = (), None
    for name, array in inputs.items():
        points = array.shape[:-1] if name in PER_SPECIES else array.shape
        if points == ():
            continue
        if first is None:
            shape, first = points, name
        elif points != shape:
            raise Error("SHAPE", f"{name}: given shape {array.shape}, but {first} has the points {shape}. "
                        f"Expected {shape + array.shape[-1:] if name in PER_SPECIES else shape}, or one value for all points. "
                        f"{_HINT if name in PER_SPECIES else 'numpy.broadcast_to makes arrays of one shape.'}")
    return shape


_HINT = "Arrays over the species have the species axis last: numpy.moveaxis(Y, 0, -1) moves it there."


def _check_species(name, array, species):
    if species == 0:
        raise Error("ORDER", f"{name}: this Frame has no species; name them: drawbridge.Frame(['CH4', 'O2'])")
    if array.ndim == 0 or array.shape[-1] != species:
        raise Error("SHAPE", f"{name}: given shape {array.shape}, expected a last axis of {species}, the number of species. {_HINT}")
    if name == "Yi" and array.ndim > 1 and array.shape[0] == species and array.size:
        off = [numpy.max(numpy.abs(array.sum(axis=axis) - 1)) for axis in (-1, 0)]
        if off[0] > 1e-3 and off[1] < 1e-6:
            raise Error("SHAPE", f"{name}: given shape {array.shape}, whose first axis sums to 1 and whose last does not. {_HINT}")


def _memory(array, points, shape, order):
    """The input as Fortran's (points) or (points, species), in place where it lies so."""
    full = numpy.broadcast_to(array, shape)
    if len(shape) > len(points):
        return numpy.ascontiguousarray(full.reshape((-1, shape[-1]), order=order).T)
    return numpy.ascontiguousarray(full.reshape(-1, order=order))


def run(collection, inputs, outputs, species):
    """Runs a collection; a dict of fresh arrays by the names of the outputs. Frame.properties says what fits."""
    handle = ctypes.c_int()
    outputs = outputs if outputs is None else items(outputs, "outputs")
    inputs = {name: real_array(value, name) for name, value in inputs.items() if value is not None}
    for name, array in inputs.items():
        if name in PER_SPECIES:
            _check_species(name, array, species)
    points = _common_shape(inputs)
    whole = [array for name, array in inputs.items() if array.ndim > (name in PER_SPECIES)]
    order = "F" if whole and len(points) > 1 and all(array.flags.f_contiguous for array in whole) else "C"
    count = int(numpy.prod(points, dtype=numpy.int64))
    extents = [max(count, 1), 1, 1]
    call("plan_create", *text(collection, "collection"), integers(extents, "number of points"),
         integers([1, extents[0], 1, 1, 1, 1], "interior"), ctypes.byref(handle))
    try:
        names = _names(collection, outputs)
        kept, results = [], {}
        for name, array in inputs.items():
            width = (species,) if name in PER_SPECIES else ()
            memory = _memory(array, points, points + width, order)
            kept.append(_connect(handle, 0, name, memory, extents, *width))
        for name in names:
            width = (species,) if name in PER_SPECIES else ()
            memory = numpy.empty(width + (count,))
            kept.append(_connect(handle, 1, name, memory, extents, *width))
            results[name] = memory
        if count:
            call("plan_run", handle)
        del kept
    finally:
        call("plan_destroy", handle)
    return {name: _result(name, memory, points, order) for name, memory in results.items()}


def _names(collection, outputs):
    if outputs is not None:
        return outputs
    base, _, given = collection.partition("(")
    given = given.rstrip(") ").replace(",", " ").split()
    known = COLLECTIONS.get(base.strip().lower())
    if known is None:
        raise Error("UNKNOWN_NAME", f"this release of the Python package does not know what {collection} writes. Name the outputs: outputs='rho cp'.")
    names = [view.removesuffix("[ns]") for view in known[1].split() if not view.endswith("?")]  # these only where they are named
    found = [view for view in ("T", "P") if given and view not in given]  # of other inputs
    return found + [view for view in names if view not in given]


def _connect(handle, role, name, memory, extents, width=1):
    if memory.size == 0:  # no points: the names are checked all the same
        memory = numpy.zeros(width)
    call("plan_array", handle, role, *text(name, "name of a view"), memory.ctypes.data, integers([*extents, width], name), None, 1)
    return memory


def _result(name, memory, points, order):
    if name == "flag":
        memory = memory.astype(numpy.int64)
    if name in PER_SPECIES:
        return memory.T.reshape(points + memory.shape[:1], order=order)
    return memory.reshape(points, order=order)
