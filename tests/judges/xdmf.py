"""The file of differences as VTK's readers of XDMF and of VTKHDF, which are ParaView's, see it: the numbers are numpy's."""
import subprocess
import sys

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXdmf2 import vtkXdmfReader

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
assert run.returncode == 1 and "difference.xdmf" in run.stdout, run
reader = vtkXdmfReader()
reader.SetFileName("difference.xdmf")
reader.Update()
image = reader.GetOutputDataObject(0)
with h5py.File(reference) as f, h5py.File("changed.h5") as g:
    grid = f["VTKHDF"]
    assert np.allclose(image.GetSpacing(), grid.attrs["Spacing"]) and np.allclose(image.GetOrigin(), grid.attrs["Origin"]), image
    fields = grid["CellData"]
    for name in fields:
        seen = vtk_to_numpy(image.GetCellData().GetArray(name + "_difference"))
        expected = (g["VTKHDF/CellData"][name][...] - fields[name][...]).ravel()
        assert np.array_equal(seen, expected, equal_nan=True), name
    print("VTK's reader of XDMF: the differences of %d fields are numpy's" % len(fields))
