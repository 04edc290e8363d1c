//go:build hdf5

package hdf5file

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/snapshottest"
)

// written is a snapshot of 4 x 3 x 2 cells in two blocks, flat or compressed.
func written(t *testing.T, options ...snapshot.Option) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.h5")
	data := make([]float64, 24)
	for i := range data {
		data[i] = float64(i) / 3
	}
	g := snapshot.Grid{Cells: [3]int{4, 3, 2}, Origin: [3]float64{1, 2, 3}, Spacing: [3]float64{.1, .2, .3}, Time: 1e-6, Step: 9, Case: "schema"}
	if err := snapshottest.SaveBlocks(path, g, []snapshottest.Field{{Name: "rho", Unit: "kg/m3", Values: data}}, [][6]int{{1, 2, 1, 3, 1, 2}, {3, 4, 1, 3, 1, 2}}, options...); err != nil {
		t.Fatal(err)
	}
	return path
}

// The rules of VTKHDF ImageData, as the VTK file format documentation lists them.
func TestVTKHDFRules(t *testing.T) {
	for name, path := range map[string]string{"flat": written(t), "compressed": written(t, snapshot.Deflate(4))} {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		attributes := map[string]Attribute{}
		list, err := f.Attributes("/VTKHDF")
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			attributes[a.Name] = a
		}
		for attribute, want := range map[string]string{"Version": "2 0", "Type": "ImageData", "WholeExtent": "0 4 0 3 0 2",
			"Origin": "1 2 3", "Spacing": "0.1 0.2 0.3", "Direction": "1 0 0 0 1 0 0 0 1"} {
			if got := attributes[attribute].String(); got != want {
				t.Errorf("%s: %s is %q, expected %q", name, attribute, got, want)
			}
		}
		if kind := attributes["Type"].Type; kind.Class != Text || kind.Size != len("ImageData") {
			t.Errorf("%s: Type is %+v, expected a string of fixed length", name, kind)
		}
		for _, integers := range []string{"Version", "WholeExtent"} {
			if attributes[integers].Type.Class != Integer {
				t.Errorf("%s: %s holds %s", name, integers, attributes[integers].Type)
			}
		}
		d, err := f.Dataset(CellData + "rho")
		if err != nil || fmt.Sprint(d.Shape) != "[2 3 4]" || d.Type.String() != "float64" || (d.Chunk != nil) != (name == "compressed") {
			t.Errorf("%s: %+v %v", name, d, err)
		}
		image, err := f.Image()
		if err != nil || len(image.Blocks) != 2 || image.Blocks[1] != [6]int{3, 4, 1, 3, 1, 2} || image.Step != 9 || image.Case != "schema" {
			t.Errorf("%s: %+v %v", name, image, err)
		}
	}
}

// h5py is an independent reader: it finds the same numbers in the same order.
func TestH5pyAgrees(t *testing.T) {
	if err := exec.Command("python3", "-c", "import h5py").Run(); err != nil {
		t.Skip("skipped: python3 has no h5py (pip install h5py)")
	}
	script := `
import h5py, sys
f = h5py.File(sys.argv[1], 'r')
rho = f['VTKHDF/CellData/rho']
assert rho.shape == (2, 3, 4) and rho.attrs['units'] in (b'kg/m3', 'kg/m3'), rho.attrs['units']
assert [rho[k, j, i] for k in range(2) for j in range(3) for i in range(4)] == [n / 3 for n in range(24)]
assert f['VTKHDF'].attrs['Type'] == b'ImageData' and f.attrs['step'] == 9 and f.attrs['time'] == 1e-6
assert f['VTKHDF/FieldData/blocks'][1].tolist() == [3, 4, 1, 3, 1, 2]
print('agrees')`
	for _, path := range []string{written(t), written(t, snapshot.Deflate(9))} {
		if out, err := exec.Command("python3", "-c", script, path).CombinedOutput(); err != nil || !strings.Contains(string(out), "agrees") {
			t.Errorf("%v: %s", err, out)
		}
	}
}
