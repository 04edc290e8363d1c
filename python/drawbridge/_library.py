"""Finds libdrawbridge, gives its functions their types, and turns failures into `Error`."""
import ctypes
import os
import sys
from pathlib import Path

from ._entries import CODES, FUNCTIONS

FILE = "libdrawbridge.so.0"


class Error(Exception):
    """A call that Drawbridge refused, or that failed.

    `code` is the status code, `name` its name (docs/errors.md), and `message` says what is wrong.
    """

    def __init__(self, name, message):
        self.code = next((code for code, known in CODES.items() if known == name), 1)
        self.name, self.message = name, message
        super().__init__(f"{message} (error {self.code}, {name})")

    def __reduce__(self):  # so that it travels between processes
        return Error, (self.name, self.message)


def _candidates():
    """The places to look, in order. DRAWBRIDGE_LIBRARY rules out all others."""
    named = os.environ.get("DRAWBRIDGE_LIBRARY")
    if named:
        path = Path(named)
        return [path / FILE if path.is_dir() else path]
    package = Path(__file__).resolve().parent
    prefixes = [package.parents[3]] if len(package.parents) > 3 else []
    folders = [prefix / folder for prefix in (*prefixes, Path(sys.prefix))
               for folder in ("lib", "lib64", *(f"lib/{triplet}" for triplet in ("x86_64-linux-gnu", "aarch64-linux-gnu")))]
    folders.append(package.parents[1] / "build" / "lib")  # a source tree
    return [folder / FILE for folder in dict.fromkeys(folders)] + [FILE]


def _open():
    looked = []
    for place in _candidates():
        if place != FILE and not place.exists():
            looked.append(str(place))
            continue
        try:
            return ctypes.CDLL(str(place)), place
        except OSError as failure:
            looked.append(f"the system's loader: {failure}" if place == FILE else f"{place}: {failure}")
    raise Error("NOT_AVAILABLE", f"{FILE} was not found. Tried: {'; '.join(looked)}. "
                "Install Drawbridge, or set DRAWBRIDGE_LIBRARY to the library or its folder.")


_loaded = None


def library():
    """The loaded library; it is opened at the first call."""
    global _loaded
    if _loaded is None:
        opened, place = _open()
        for name, (result, arguments) in FUNCTIONS.items():
            try:
                function = getattr(opened, name)
            except AttributeError:
                raise Error("NOT_AVAILABLE", f"{place} has no function {name}: library and Python package are of different "
                            "releases. Install both from one release.") from None
            function.restype, function.argtypes = result, arguments
        _loaded = opened
    return _loaded


def text(value, what="text"):
    """The two arguments of a text: its bytes and their count."""
    try:
        coded = os.fsencode(value)
    except (TypeError, UnicodeEncodeError):
        raise Error("ARGUMENT", f"{what}: given {value!r}, expected a str") from None
    return coded, len(coded)


def integer(value, what):
    """A number that C's int holds."""
    try:
        number = value.__index__()
    except AttributeError:
        raise Error("ARGUMENT", f"{what}: given {value!r}, expected a whole number") from None
    if not -2**31 <= number < 2**31:
        raise Error("ARGUMENT", f"{what}: given {number}, expected a number that fits in 32 bits")
    return number


def items(values, what):
    """The values as a tuple; words of a text are values."""
    try:
        return tuple(values.split() if isinstance(values, str) else values)
    except TypeError:
        raise Error("ARGUMENT", f"{what}: given {values!r}, expected several values, as a list or tuple") from None


def word(value, what):
    """A str without blanks around it."""
    if not isinstance(value, str):
        raise Error("ARGUMENT", f"{what}: given {value!r}, expected a str")
    return value.strip()


def real(value, what):
    """A real number."""
    try:
        return ctypes.c_double(value)
    except TypeError:
        raise Error("ARGUMENT", f"{what}: given {value!r}, expected a number") from None


def integers(values, what):
    """An array of C's int."""
    values = items(values, what)
    return (ctypes.c_int * len(values))(*(integer(value, what) for value in values))


def call(name, *arguments):
    """Calls drawbridge_NAME; a code other than 0 becomes an Error with the library's message."""
    loaded = library()
    code = getattr(loaded, "drawbridge_" + name)(*arguments)
    if code != 0:
        buffer = ctypes.create_string_buffer(4096)
        loaded.frame_message_(buffer, len(buffer))
        raise Error(CODES.get(code, str(code)), _python(buffer.raw.decode(errors="replace").rstrip(" \0")))


# what the library's messages say to Fortran programs, and what that is in Python
_WORDS = (("call plan%read for it", "give it by its name, as P=1e7"), ("call plan%write for one", "name one in outputs="), ("call finalize first", "close() that Frame first"),
          (", or the array a scale=", ""), ("call initialize first", "make a Frame first"), ("call frame%", "call frame."), ("frame%", "frame."), ("step%", "step."))


def _python(message):
    for fortran, python in _WORDS:
        message = message.replace(fortran, python)
    return message


def version():
    """The release of the library that is loaded."""
    buffer = ctypes.create_string_buffer(64)
    call("version", buffer, len(buffer))
    return buffer.raw.decode().rstrip(" \0")
