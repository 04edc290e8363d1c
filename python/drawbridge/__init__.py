"""Drawbridge for Python: property collections and stencils on numpy arrays. docs/python.md explains it.

All values are SI. Everything that fails raises `Error`.
"""
from ._entries import FLAGS, VIEWS
from ._fields import Sequence
from ._frame import Frame
from ._library import Error, version

__version__ = "0.2.0"
__all__ = ["Error", "FLAGS", "Frame", "Sequence", "VIEWS", "version"]
