"""The Frame: lifetime, species, options, properties."""
import ctypes
import os
import weakref

import numpy

from . import _properties
from ._fields import Fields
from ._library import Error, call, integer, items, library, text


class Frame(Fields):
    """The one object that holds the library's state. A process has one at a time.

    `species`: a list of names from the built-in table, or the path of a Cantera YAML file. None: fields only.
    `ns`: their number, where `species_data` gives the data as arrays.
    `nq`, `max_block` and the settings (`device`, `threads`, `check`, `options`, `log`, ...) are those of docs/settings.md.
    `options` may be a dict: `options={'root': 'liquid'}`.
    Use it in a `with` block, or call `close()`.
    """

    def __init__(self, species=None, *, ns=0, nq=0, max_block=0, **settings):
        self._arguments = max_block, nq, settings
        self._fields = {}
        self._species = ()
        self._end = None
        self._begin(species, ns)

    def _begin(self, source, ns=0):
        max_block, nq, settings = self._arguments
        names = ()
        if isinstance(source, (str, os.PathLike)):
            path = os.fspath(source)
            if not path.endswith((".yaml", ".yml")):
                raise Error("ARGUMENT", f"species: given {path!r}, expected a list of names, such as ['CH4', 'O2'], "
                            "or the path of a mechanism file that ends in .yaml")
            if "mechanism" in settings:
                raise Error("ARGUMENT", f"species: given the file {path!r}, and mechanism={settings['mechanism']!r}. Give one of the two")
            settings = {**settings, "mechanism": path}
        elif isinstance(source, (set, frozenset)):
            raise Error("ARGUMENT", f"species: given {source!r}, which has no order; expected a list, since Y follows it")
        elif source is not None:
            names = [text(name, "species")[0] for name in items(source, "species")]
            if ns and ns != len(names):
                raise Error("ARGUMENT", f"ns: given {ns}, but {len(names)} species are named. Leave out ns")
        lines = "\n".join(_setting(name, value) for name, value in settings.items() if value is not None)
        width = max(map(len, names), default=0)
        padded = b"".join(name.ljust(width) for name in names)
        call("initialize", integer(max_block, "max_block"), len(names) or integer(ns, "ns"), padded or None, len(names), width,
             integer(nq, "nq"), *text(lines), None)
        self._end = weakref.finalize(self, library().drawbridge_finalize)
        self._species = _species_names()

    def species(self, source=None):
        """The names of the species, in their order. With `source`, gives a Frame without species its species.

        `source` is a list of names or the path of a mechanism file, as for `Frame`.
        """
        self._alive()
        if source is not None:
            if self._species or self._fields:
                raise Error("ORDER", "species: this Frame has species or fields already. Close it and make another: "
                            "drawbridge.Frame(species)")
            self.close()
            try:
                self._begin(source)
            except Error:
                self._begin(None)  # as it was
                raise
        return self._species

    def species_data(self, *, W, Tc, Pc, omega, Tmid, nasa_low, nasa_high, kij=None, Tlow=None, Thigh=None):
        """Sets the data of the equation of state, after `Frame(ns=...)`.

        W kg/mol; Tc, Tmid, Tlow, Thigh K; Pc Pa; omega and kij 1. Each has ns numbers.
        `nasa_low` and `nasa_high` have shape (ns, 7), and `kij` (ns, ns). All are copied.
        """
        self._data("species_data", (W, Tc, Pc, omega, kij, Tmid, nasa_low, nasa_high, Tlow, Thigh),
                   "W Tc Pc omega kij Tmid nasa_low nasa_high Tlow Thigh")

    def transport_data(self, *, Vc, sigma, eps, dipole=None, kappa=None, diffusion_volume=None):
        """Sets the data of the transport collections, after `species_data`.

        Vc m3/mol, sigma m, eps K (over k_B), dipole debye, kappa 1, diffusion_volume cm3/mol. All are copied.
        """
        self._data("transport_data", (Vc, dipole, kappa, sigma, eps, diffusion_volume), "Vc dipole kappa sigma eps diffusion_volume")

    def _data(self, function, values, names):
        self._alive()
        ns = len(self._species)
        shapes = {"kij": (ns, ns), "nasa_low": (ns, 7), "nasa_high": (ns, 7)}
        arrays = []
        for name, value in zip(names.split(), values):
            array = None if value is None else _properties.real_array(value, name).copy(order="C")
            expected = shapes.get(name, (ns,))
            if array is not None and array.shape != expected:
                raise Error("SHAPE", f"{name}: given shape {array.shape}, expected {expected}")
            arrays.append(array)
        call(function, *(None if array is None else array.ctypes.data for array in arrays))

    def set_option(self, name, value):
        """Sets a convention of the models (docs/options.md)."""
        self._alive()
        call("option", *text(name, "name of an option"), *text(str(value)))

    def units(self, **sizes):
        """Says in which units arrays and fields of properties are held: pressure=3.4e6, temperature=126.2, by their size in
        SI. The units of other quantities follow; without any they are SI again (docs/how_to/own_units.md)."""
        self._alive()
        values = _properties.real_array(list(sizes.values()), "units") if sizes else None
        address = None if values is None else values.ctypes.data
        call("units", *text(" ".join(sizes), "names of units"), address, len(sizes))

    def load_kernels(self, path):
        """Loads a kernel set: routines that `drawbridge port` has translated (docs/first_routine.md)."""
        self._alive()
        call("load_kernels", *text(str(path), "path of a kernel set"))

    def properties(self, collection, *, outputs=None, Y=None, **inputs):
        """Runs a property collection; returns a dict of new arrays by the names of docs/fortran.md.

        Inputs have these names too: `T` K, `P` Pa, `rho` kg/m3, `h` and `e` J/kg. `Y` (or `Yi`) are mass fractions.
        `VIEWS` has the unit and meaning of every name.

        Inputs of points have one shape, any shape; a single number applies to all points.
        Arrays over the species have one axis more, the last. `Y` of shape (ns,) applies to all points.
        A dict by species, as Y={'CH4': 0.5, 'O2': 0.5}, has 0 for those that it does not name.
        Inputs are read in place if they are contiguous arrays of float64, with `Y` species by species.
        Others are copied, float32 to float64; they are never written.

        `outputs` (a list, or names separated by blanks) computes only those. The default is all.
        Outputs are new arrays of float64 with the shape of the points, in the memory order of the inputs.
        Those over the species have the species axis last, and lie species by species.
        `flag` is int64; test it with `FLAGS`. A point that fails has NaN and a flag, unless `check='strict'`.
        """
        self._alive()
        if Y is not None:
            if "Yi" in inputs:
                raise Error("ARGUMENT", "properties: Y and Yi are the same input; give one of them")
            inputs["Yi"] = Y
        inputs = {name: self._row(name, value) if isinstance(value, dict) else value for name, value in inputs.items()}
        return _properties.run(collection, inputs, outputs, len(self._species))

    def _row(self, name, values):
        """The values of a dict by species, in the order of the Frame; 0 for species that it does not name."""
        for species in values:
            if species not in self._species:
                raise Error("UNKNOWN_NAME", f"{name}: no species {species!r}; species are {' '.join(self._species)}")
        return numpy.stack(numpy.broadcast_arrays(*(numpy.asarray(values.get(species, 0.0)) for species in self._species)), axis=-1)

    def wait(self):
        """Waits for all lists that `run(wait=False)` has started."""
        self._alive()
        call("wait")

    def report(self):
        """The report so far, as text: time, bytes and rate of each kernel and copy."""
        self._alive()
        length = ctypes.c_int()
        call("report_text", ctypes.create_string_buffer(1), 0, ctypes.byref(length))
        buffer = ctypes.create_string_buffer(length.value + 1)
        call("report_text", buffer, length.value, ctypes.byref(length))
        return buffer.raw[:length.value].decode(errors="replace")

    def close(self):
        """Frees everything, and writes the report if one was asked for. A second call does nothing."""
        if self._end is not None and self._end.detach():
            self._fields.clear()
            call("finalize")

    def _alive(self):
        if self._end is None or not self._end.alive:
            raise Error("ORDER", "this Frame is closed; make another: drawbridge.Frame(...)")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _setting(name, value):
    if isinstance(value, dict):
        value = ",".join(f"{key}={part}" for key, part in value.items())
    line = f"{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"
    if "\n" in line:
        raise Error("ARGUMENT", f"{name}: given {value!r}, expected one line")
    return line


def _species_names():
    count = ctypes.c_int()
    call("species_count", ctypes.byref(count))
    names = []
    for number in range(1, count.value + 1):
        buffer = ctypes.create_string_buffer(256)
        call("species_name", number, buffer, len(buffer))
        names.append(buffer.raw.decode().rstrip(" \0"))
    return tuple(names)
