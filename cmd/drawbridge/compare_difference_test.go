//go:build hdf5

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// --difference names both files that it writes, overwrites nothing, and leaves the verdict and its place alone.
func TestDifferenceFile(t *testing.T) {
	a, b, folder := saveValues(t, 1, 2, 3), saveValues(t, 1, 2, 4), t.TempDir()
	path := filepath.Join(folder, "d.h5")
	out := expect(t, 1, "DIFFERENT", "", "compare", a, b, "--difference", path)
	if !strings.Contains(out, "new - ref of rho_difference is in "+path+"; for ParaView: "+filepath.Join(folder, "d.xdmf")) {
		t.Errorf("%s", out)
	}
	expect(t, 0, "SAME", "", "compare", path, path)
	for _, name := range []string{"d.h5", "d.xdmf"} {
		expect(t, trouble, "", "exists and is not overwritten", "compare", a, b, "--difference", path)
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	code, out, said := say("compare", a, b, "--json", "--difference", path)
	if code != 1 || !json.Valid([]byte(out)) || !strings.Contains(said, "d.xdmf") {
		t.Errorf("%d %s %s", code, out, said)
	}
	if code, out, said = say("compare", a, a, "--difference", filepath.Join(folder, "none.h5")); code != 0 || !strings.Contains(out, "SAME") || !strings.Contains(said, "not written: no field of numbers") {
		t.Errorf("%d %s %s", code, out, said)
	}
	expect(t, trouble, "", "--difference takes two files", "compare", filepath.Dir(a), filepath.Dir(b), "--difference", filepath.Join(folder, "s.h5"))
	expect(t, trouble, "", "a file of differences ends in one of", "compare", a, b, "--difference", filepath.Join(folder, "s.png"))
	expect(t, trouble, "", "exists and is not overwritten", "compare", a, b, "--difference", a)
}

// Two outputs of one name are refused, also where one is the file beside --difference, and so is a file of numbers in the way.
func TestOutputsThatWouldOverwrite(t *testing.T) {
	a, b, folder := saveValues(t, 1, 2, 3), saveValues(t, 1, 2, 4), t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, path("d.h5"))
	if err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{
		{"--difference", path("d.h5"), "--report", path("d.h5")}, {"--difference", path("d.h5"), "--report", path("d.xdmf")},
		{"--difference", path("d.h5"), "--junit", folder + "/./d.h5"}, {"--difference", path("d.h5"), "--junit", relative}, {"--report", path("x"), "--junit", path("x")},
		{"--png", path("x.png"), "--report", path("x.png")},
	} {
		expect(t, trouble, "", "two outputs", append([]string{"compare", a, b}, flags...)...)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) > 0 {
		t.Errorf("%v %v", list, err)
	}
	other := saveValues(t, 5)
	expect(t, trouble, "", "is an HDF5 file", "compare", a, b, "--report", other)
	expect(t, trouble, "", "is an HDF5 file", "compare", filepath.Dir(a), filepath.Dir(b), "--junit", a)
	expect(t, 0, "SAME", "", "compare", other, other)
}
