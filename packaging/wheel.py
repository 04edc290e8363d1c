"""wheel.py TREE REPLACED FOLDER: writes a Python wheel of an install tree into FOLDER.

pip unpacks the tree into the environment's own prefix, which is then an installation like that of `make install`.
REPLACED has the library and the command without MPI and HDF5. Only the standard library is needed.
"""
import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import tomllib
import zipfile

tree, replaced, folder = map(pathlib.Path, sys.argv[1:])
root = pathlib.Path(__file__).resolve().parents[1]
project = tomllib.loads((root / "python/pyproject.toml").read_text())["project"]
name, version = project["name"], project["version"]
library = next(tree.glob("lib*/**/libdrawbridge.so.0"))
leave_out = ("libexec/", "share/drawbridge/python/")  # benchmarks need libgfortran; the package is in the wheel itself

# the oldest C library that has what the two files ask for
symbols = subprocess.run(["objdump", "-T", replaced / library.name, replaced / "drawbridge"], capture_output=True, text=True, check=True).stdout
glibc = max(tuple(map(int, found)) for found in re.findall(r"\bGLIBC_(\d+)\.(\d+)", symbols))
tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"

info = f"{name}-{version}.dist-info"
data = f"{name}-{version}.data"
contents = {f"drawbridge/{path.name}": (path.read_bytes(), False) for path in sorted((root / "python/drawbridge").glob("*.py"))}
for path in sorted(tree.rglob("*")):
    inside = path.relative_to(tree).as_posix()
    if not path.is_file() or inside.startswith(leave_out):
        continue
    if inside == "bin/drawbridge":
        contents[f"{data}/scripts/drawbridge"] = (replaced / "drawbridge").read_bytes(), True
    elif path.name == library.name:
        contents[f"{data}/data/{inside}"] = (replaced / library.name).read_bytes(), True
    elif path.is_symlink():  # zip files have none: a linker's script in its place
        contents[f"{data}/data/{inside}"] = f"INPUT({library.name})\n".encode(), False
    else:
        contents[f"{data}/data/{inside}"] = path.read_bytes(), False
contents[f"{info}/METADATA"] = f"""Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: {project["description"]}
Author: {project["authors"][0]["name"]}
License: {project["license"]["text"]}
Requires-Python: {project["requires-python"]}
{"".join(f"Requires-Dist: {needed}{chr(10)}" for needed in project["dependencies"])}Description-Content-Type: text/markdown

The library Drawbridge with its Python package, Fortran module source, C header and command, for Linux.
This library is built without MPI: a Fortran solver with ranks needs the Debian package or a build of its own.
The command is built without HDF5, so `drawbridge compare` and `drawbridge plot` cannot read snapshots.
`drawbridge doctor` checks the installation. The pages are in `share/doc/drawbridge` of the environment.
""".encode(), False
contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: drawbridge\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False
contents[f"{info}/LICENSE"] = (root / "LICENSE").read_bytes(), False

record = f"{info}/RECORD"
lines = []
with zipfile.ZipFile(folder / f"{name}-{version}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
    for file, (text, runs) in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        lines.append(f"{file},sha256={digest},{len(text)}\n")
        entry = zipfile.ZipInfo(file)
        entry.external_attr = (0o100755 if runs else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, text)
    wheel.writestr(record, "".join(lines) + f"{record},,\n")
