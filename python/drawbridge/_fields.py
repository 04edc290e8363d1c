"""Fields on the device, and sequences of operators on them (docs/stencils.md, docs/fields.md)."""
import ctypes
import difflib
import math
import re
import weakref

import numpy

from ._library import Error, call, integer, integers, items, library, real, text, word
from ._properties import real_array

_TYPES = {"double": numpy.float64, "float": numpy.float32}


class _Field:
    def __init__(self, shape, precision, components):
        self.shape, self.type, self.components = shape, _TYPES[precision], components

    def width(self, name):
        """How many components a name means: q all, q(3) one, q(6:10) five. The library refuses what is no range of the field."""
        if not name.endswith(")"):
            return self.components
        ends = re.search(r"\(\+?([0-9]+):\+?([0-9]+)\)$", name)
        low, high = map(int, ends.groups()) if ends else (1, 1)
        return high - low + 1 if 1 <= low <= high <= self.components else 1

    def host_shape(self, width, layers):
        """The shape of a host array: x, y (, z), and the components last where there are several."""
        shape = tuple(extent + 2*layers for extent in self.shape)
        if min(shape) < 0:
            raise Error("SHAPE", f"{layers} layers: expected at least 0")
        return shape if width == 1 else (*shape, width)


class Fields:
    """The part of a Frame that holds fields. Names such as 'Y(3)' and 'Y(2:4)' mean a component, counted from 1, and a range of them."""

    def create_field(self, name, shape, halo=1, precision="double", components=1, temporary=False, first=None):
        """Makes a field of zeros; `shape` is (nx, ny) or (nx, ny, nz), without the halo.

        `first` is where its first point is in the global grid, counted from 1, with one number for each extent. By default it is all ones.
        Red-black sweeps go by it, and `i`, `j` and `k` in expressions.

        A temporary field holds values only within a run of a sequence that writes it before it reads it.
        """
        self._alive()
        shape = tuple(integer(extent, "shape") for extent in items(shape, "shape"))
        place = (-2**31,) * len(shape) if first is None else tuple(integer(number, "first") for number in items(first, "first"))
        if len(place) != len(shape):
            raise Error("SHAPE", f"create_field {name}: first has {len(place)} numbers, expected {len(shape)}, one for each extent.")
        call("field_create_at", *text(name, "name of a field"), integers(shape, "shape"), len(shape), integer(halo, "halo"),
             *text(precision, "precision"), integer(components, "components"), integers(place, "first"))
        if temporary:
            call("field_temporary", *text(name, "name of a field"))
        self._fields[word(name, "name of a field")] = _Field(shape, word(precision, "precision"), components)

    def destroy_field(self, name):
        """Frees a field."""
        self._alive()
        call("field_destroy", *text(name, "name of a field"))
        del self._fields[word(name, "name of a field")]

    def upload(self, name, array, layers=0):
        """Copies an array into a field. `array[i, j, k]` is the point (i, j, k), with x first; components come last.

        The array has the field's shape, with `layers` of halo on every side.
        An array in Fortran's order (`order='F'`) is read in place, any other is copied first.
        A field of doubles takes any real numbers. A field of floats takes float32 alone.
        """
        self._alive()
        field, width = self._field(name)
        if field.type is numpy.float32 and getattr(array, "dtype", None) != numpy.float32:
            raise Error("ARGUMENT", f"upload: {name} is a field of floats; given {getattr(array, 'dtype', type(array).__name__)}, "
                        "expected float32. array.astype(numpy.float32) rounds the numbers.")
        array = real_array(array, name, field.type)
        expected = field.host_shape(width, integer(layers, "layers"))
        if array.shape != expected:
            raise Error("SHAPE", f"upload: {name} takes an array of shape {expected} with layers={layers}; given shape {array.shape}")
        self._copy(name, 0, numpy.asfortranarray(array), layers)

    def download(self, name, layers=0):
        """A new array with the field's values, in Fortran's order, with `layers` of halo on every side."""
        self._alive()
        field, width = self._field(name)
        array = numpy.empty(field.host_shape(width, integer(layers, "layers")), field.type, order="F")
        self._copy(name, 1, array, layers)
        return array

    def _field(self, name):
        name = word(name, "name of a field")
        field = self._fields.get(name.partition("(")[0].rstrip() if name.endswith(")") else name)
        if field is None:
            near = difflib.get_close_matches(name, self._fields, 1)
            hint = f"; did you mean '{near[0]}'? Fields are" if near else "; fields are"
            raise Error("UNKNOWN_NAME", f"field '{name}' is not known{hint} {' '.join(self._fields) or 'none'}")
        return field, field.width(name)

    def _copy(self, name, to_host, array, layers):
        field, _ = self._field(name)
        dims = len(field.shape)
        shape = [*array.shape[:dims], *[1]*(3 - dims), *(array.shape[dims:] or [1])]
        inner = [bound for axis in range(3) for bound in ((layers + 1, shape[axis] - layers) if axis < dims else (1, 1))]
        call("field_copy", *text(name), to_host, array.ctypes.data, array.itemsize, integers(shape, "shape"), integers(inner, "interior"),
             1, layers)

    def reduce(self, what, name, other=""):
        """One number of the interior: sum, min, max, norm1, norm2, norm_inf, or dot with `other`."""
        self._alive()
        value = ctypes.c_double()
        call("field_reduce", *text(what), *text(name), *text(other), ctypes.byref(value))
        return value.value

    def sample(self, name, points):
        """The field's values at interior points: whole numbers of shape (n, axes), counted from 0 as numpy does."""
        return self._points(name, 1, points)

    def add_at(self, name, points, values):
        """Adds values to the field at interior points, which are given as for `sample`."""
        self._points(name, 0, points, values)

    def _points(self, name, read, points, values=None):
        self._alive()
        extents = self._field(name)[0].shape
        dims = len(extents)
        try:
            points = numpy.asarray(points)
        except ValueError as failure:
            raise Error("SHAPE", f"points: {failure}") from None
        if points.dtype.kind not in "iu" or points.ndim != 2 or points.shape[1] != dims:
            raise Error("SHAPE", f"points: given shape {points.shape} of {points.dtype}, expected whole numbers of shape (n, {dims})")
        outside = ((points < 0) | (points >= numpy.array(extents))).any(axis=1)
        if outside.any():
            first = int(outside.argmax())
            raise Error("SHAPE", f"points: point {first} is {points[first].tolist()}, expected 0 to {[extent - 1 for extent in extents]} in {name}; "
                        "points count from 0")
        places = numpy.ones((len(points), 3), numpy.int64)
        places[:, :dims] += points.astype(numpy.int64)
        memory = numpy.zeros(len(points)) if read else real_array(values, "values").copy()
        if memory.shape != (len(points),):
            raise Error("SHAPE", f"values: given shape {memory.shape}, expected ({len(points)},), one for each point")
        call("field_points", *text(name), read, integers(places.ravel().tolist(), "points"), len(points), memory.ctypes.data)
        return memory

    def poisson(self, u, f, spacing, boundary="dirichlet", tolerance=1e-10, max_cycles=50):
        """Solves laplacian(u) = f by multigrid. Returns the relative residuals, first that of the first guess."""
        self._alive()
        spacing = real_array(spacing, "spacing").copy()
        history = numpy.zeros(max(integer(max_cycles, "max_cycles"), 0) + 1)
        cycles = ctypes.c_int()
        call("poisson", *text(u), *text(f), spacing.ctypes.data, spacing.size, *text(boundary), real(tolerance, "tolerance"), max_cycles,
             ctypes.byref(cycles), history.ctypes.data)
        return history[:cycles.value + 1]

    def sequence(self, name):
        """Begins a list of operators that runs as one."""
        return Sequence(self, name)

    def apply(self, operator, reads, writes, numbers=(), options=""):
        """Applies one operator at once; the arguments are those of `Sequence.apply`."""
        with Sequence(self, operator) as step:
            step.apply(operator, reads, writes, numbers, options)
            step.run()


class Sequence:
    """A list of operators on fields. Names of fields are separated by blanks (docs/stencils.md)."""

    def __init__(self, frame, name):
        frame._alive()
        handle = ctypes.c_int()
        call("sequence_create", *text(name, "name of a sequence"), ctypes.byref(handle))
        self._frame, self._life, self._handle = frame, frame._end, handle
        self._end = weakref.finalize(self, _destroy, frame._end, handle)

    def apply(self, operator, reads, writes, numbers=(), options=""):
        """Appends an operator with its coefficients."""
        self._alive()
        numbers = numpy.atleast_1d(real_array(numbers, "numbers")).ravel().copy()
        call("sequence_apply", self._handle, *text(operator), *text(reads), *text(writes), numbers.ctypes.data, numbers.size, *text(options))
        return self

    def fill(self, field, faces, kind, value=None, source="", layers=None):
        """Appends a fill of halo cells; `faces` are words such as 'x- y', or 'all'."""
        options = f"kind={kind} faces={'/'.join(items(faces, 'faces'))}" + ("" if layers is None else f" layers={layers}")
        return self.apply("fill", source, field, () if value is None else [value], options)

    def pointwise(self, field, expression, **numbers):
        """Appends field = expression of fields and of the named numbers."""
        return self.apply("pointwise", expression, field, list(numbers.values()), "names=" + "/".join(numbers) if numbers else "")

    def swap(self, a, b):
        """Appends an exchange of two fields' contents."""
        return self.apply("swap", "", f"{a} {b}")

    def properties(self, collection, reads, writes, region=""):
        """Appends a property collection on fields; names are view=field (docs/fields.md). `region` is as 'core:1' (docs/stencils.md)."""
        return self.apply("properties", reads, writes, options=f"{collection} region={region}" if region else collection)

    def set(self, name, value):
        """Gives a named number another value, from the next run on."""
        self._alive()
        call("sequence_set", self._handle, *text(name), real(value, f"value of {name}"))

    def reduce(self, what, fields, into):
        """Appends a reduction of fields, such as dot, whose result is the number `into` of what comes after it."""
        return self.apply("reduce", fields, into, options=what)

    def compute(self, into, expression):
        """Appends an expression of numbers that the list has computed before."""
        return self.apply("compute", expression, into)

    def get(self, name):
        """A number that reduce or compute has made, as it is after the last run."""
        self._alive()
        value = ctypes.c_double(math.nan)
        call("sequence_get", self._handle, *text(name), ctypes.byref(value))
        return value.value

    def run(self, times=1, wait=True):
        """Runs the list so many times. With `wait=False` a GPU may still work on it when the call returns.

        Every later call but `run` and `set` waits first, and raises what went wrong. `frame.wait()` does nothing else."""
        self._alive()
        call("sequence_run" if wait else "sequence_start", self._handle, integer(times, "times"))

    def destroy(self):
        """Frees the list. A second call does nothing."""
        self._end()

    def _alive(self):
        self._frame._alive()
        if not self._end.alive or not self._life.alive:
            raise Error("ORDER", "this sequence is destroyed; make another: frame.sequence(name)")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()


def _destroy(life, handle):
    """Frees a list whose Frame still lives; closing the Frame has freed the others."""
    if life.alive:
        library().drawbridge_sequence_destroy(handle)
