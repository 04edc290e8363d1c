package check

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Points that end, as --end-at says, are counted and not compared; all others have the bits of the Fortran.
func TestPointsThatEnd(t *testing.T) {
	compilers(t)
	f, err := source.Read(filepath.Join("testdata", "ends.f90"))
	if err != nil {
		t.Fatal(err)
	}
	files := []*source.File{f}
	world := tree.Resolve(files, tree.Owner{Ends: []string{"xerbla", "write", "stop"}})
	list := translate.All(world)
	if len(list) != 1 {
		t.Fatalf("%v", world.Procedures[0].Fault)
	}
	results, err := Run(files, list, Options{Points: 100, Seed: 1, Limit: time.Minute, Ranges: map[string]Range{"n": {Low: -3, High: 12}}})
	if err != nil {
		t.Fatal(err)
	}
	r := results[0]
	for _, reason := range []string{"the call of xerbla", "STOP", "I/O (print)"} {
		if r.Reasons["a point ends: "+reason] == 0 {
			t.Errorf("no point ends at %s: %+v", reason, r)
		}
	}
	if r.Points != 100 || r.Different != 0 || r.Outside < 20 {
		t.Errorf("%+v", r)
	}
	for k, left := range [][]string{{"xerbla", "write"}, {"xerbla", "stop"}, {"write", "stop"}} {
		world = tree.Resolve(files, tree.Owner{Ends: left})
		translate.All(world)
		want := []string{"STOP", "I/O (print)", "unknown procedure xerbla"}[k]
		if f := world.Procedures[0].Fault; f == nil || !strings.Contains(f.Reason, want) {
			t.Errorf("%v: %v, expected %s", left, f, want)
		}
	}
}
