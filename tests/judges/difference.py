"""The numbers of the file of differences are numpy's."""
import subprocess
import sys

import h5py
import numpy as np

command, reference = sys.argv[1:]
random = np.random.default_rng(1)
with h5py.File(reference) as f, h5py.File("changed.h5", "w") as g:
    for key in f:
        f.copy(key, g)
    for key, value in f.attrs.items():
        g.attrs[key] = value
    grid = g["VTKHDF"]
    for field in grid["CellData"].values():
        field[...] += random.normal(size=field.shape)
run = subprocess.run([command, "compare", reference, "changed.h5", "--difference", "difference.h5"], capture_output=True, text=True, check=False)
assert run.returncode == 1 and "difference.h5" in run.stdout, run
with h5py.File(reference) as f, h5py.File("changed.h5") as g, h5py.File("difference.h5") as d:
    grid = f["VTKHDF"]
    assert all(np.array_equal(d["VTKHDF"].attrs[key], grid.attrs[key]) for key in ("Spacing", "Origin", "WholeExtent"))
    fields = grid["CellData"]
    for name in fields:
        seen = d["VTKHDF/CellData"][name + "_difference"][...].ravel()
        expected = (g["VTKHDF/CellData"][name][...] - fields[name][...]).ravel()
        assert np.array_equal(seen, expected, equal_nan=True), name
    print("the file of differences: those of %d fields are numpy's" % len(fields))
