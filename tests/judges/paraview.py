"""A snapshot as VTK's own reader of VTKHDF, which is ParaView's, sees it: grid and numbers are h5py's."""
import sys

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOHDF import vtkHDFReader

path = sys.argv[1]
reader = vtkHDFReader()
assert reader.CanReadFile(path), "VTK does not take it for one of its files"
reader.SetFileName(path)
reader.Update()
image = reader.GetOutputDataObject(0)
assert image.GetClassName() == "vtkImageData", image.GetClassName()
with h5py.File(path) as f:
    grid = f["VTKHDF"]
    fields = grid["CellData"]
    shape = next(iter(fields.values())).shape
    assert tuple(n - 1 for n in image.GetDimensions()) == shape[::-1], (image.GetDimensions(), shape)
    assert np.allclose(image.GetSpacing(), grid.attrs["Spacing"]) and np.allclose(image.GetOrigin(), grid.attrs["Origin"])
    names = {image.GetCellData().GetArrayName(k) for k in range(image.GetCellData().GetNumberOfArrays())}
    assert names == set(fields), (names, set(fields))
    for name in names:
        seen = vtk_to_numpy(image.GetCellData().GetArray(name))
        assert np.array_equal(seen, fields[name][...].ravel(), equal_nan=True), name
        assert fields[name].attrs["units"]
print("VTK's reader: %d fields of %s cells are the same" % (len(names), shape))
