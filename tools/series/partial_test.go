//go:build hdf5

package series

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// stepless writes files without a step: each name holds one value; the attribute step of a snapshot is renamed.
func stepless(t *testing.T, values map[string]float64) string {
	t.Helper()
	folder := t.TempDir()
	for name, value := range values {
		path := filepath.Join(folder, name)
		g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}, Step: 3}
		if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "rho", Unit: "1", Values: []float64{value, 2}}}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), "step\x00") != 1 {
			t.Fatalf("%s: the attribute step is not where this test renames it: %v", path, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), "step\x00", "stop\x00", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Files without a step are matched by their names, and no verdict passes over one.
func TestFilesWithoutAStep(t *testing.T) {
	whole := map[string]float64{"a.h5": 1, "b.h5": 2, "c.h5": 3, "d.h5": 4}
	ref := stepless(t, whole)
	changed := func(change map[string]float64, without ...string) string {
		files := map[string]float64{}
		for name, value := range whole {
			files[name] = value
		}
		for name, value := range change {
			files[name] = value
		}
		for _, name := range without {
			delete(files, name)
		}
		return stepless(t, files)
	}
	for _, c := range []struct {
		what, folder, summary string
		same                  bool
		failures              string
	}{
		{"equal", changed(nil), "all 4 files agree within tolerance", true, `failures="0"`},
		{"all four differ", changed(map[string]float64{"a.h5": 9, "b.h5": 9, "c.h5": 9, "d.h5": 9}), "4 of 4 files, the first is a.h5", false, `failures="4"`},
		{"one holds NaN", changed(map[string]float64{"c.h5": math.NaN()}), "1 of 4 files, the first is c.h5", false, `failures="1"`},
		{"one is missing", changed(nil, "b.h5"), "files missing in the new folder: b.h5", false, `failures="1"`},
		{"one is extra", changed(map[string]float64{"e.h5": 1}), "files in the new folder alone: e.h5", false, `failures="1"`},
	} {
		r, err := Folders(ref, c.folder, compare.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if r.Same != c.same || !strings.Contains(r.Summary, c.summary) || !strings.Contains(string(r.JUnit()), c.failures) {
			t.Errorf("%s: same %v, %q, expected %q\n%s", c.what, r.Same, r.Summary, c.summary, r.JUnit())
		}
	}
}

// A series beside files without a step: both count.
func TestSeriesAndFilesWithoutAStep(t *testing.T) {
	mixed := func(value float64, names ...string) string {
		folder := run(t, steps, right)
		for _, name := range names {
			if err := os.Rename(filepath.Join(stepless(t, map[string]float64{name: value}), name), filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		return folder
	}
	ref := mixed(1, "mean.h5")
	for _, c := range []struct {
		what, folder string
		same         bool
		summary      string
	}{
		{"equal", mixed(1, "mean.h5"), true, "all 4 steps and 1 file agree within tolerance"},
		{"differs", mixed(2, "mean.h5"), false, "1 of 1 file, the first is mean.h5"},
		{"missing", mixed(1), false, "files missing in the new folder: mean.h5"},
		{"other name", mixed(1, "other.h5"), false, "files missing in the new folder: mean.h5; files in the new folder alone: other.h5"},
	} {
		if r := folders(t, ref, c.folder, compare.Options{}); r.Same != c.same || !strings.HasPrefix(r.Summary, c.summary) {
			t.Errorf("%s: same %v, %q, expected %q", c.what, r.Same, r.Summary, c.summary)
		}
	}
	if r := folders(t, mixed(1), mixed(1, "extra.h5"), compare.Options{IgnoreExtra: true}); !r.Same {
		t.Errorf("an extra file that is ignored: %q", r.Summary)
	}
}

// What this user may not read may hold data: no verdict passes over it.
func TestWhatCannotBeReadCounts(t *testing.T) {
	runtime.LockOSThread() // a system user of this thread alone
	defer runtime.UnlockOSThread()
	ref := run(t, []int{10}, right)
	for what, lock := range map[string]func(folder string) error{
		"a folder": func(folder string) error {
			inner := filepath.Join(folder, "sub")
			return errors.Join(os.Mkdir(inner, 0o755), oddfile.Make(filepath.Join(inner, "a.h5"), false), os.Chmod(inner, 0))
		},
		"a folder in a folder": func(folder string) error {
			inner := filepath.Join(folder, "sub", "deep")
			return errors.Join(os.MkdirAll(inner, 0o755), os.Chmod(inner, 0))
		},
		"a file": func(folder string) error {
			path := filepath.Join(folder, "b.nc")
			return errors.Join(oddfile.Make(path, false), os.Chmod(path, 0))
		},
	} {
		folder := run(t, []int{10}, right)
		if err := lock(folder); err != nil {
			t.Fatal(err)
		}
		for _, open := range []string{filepath.Dir(folder), folder, ref} {
			if err := os.Chmod(open, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		const nobody = 65534
		_ = unix.Setfsuid(nobody)
		r, err := Folders(ref, folder, compare.Options{})
		_ = unix.Setfsuid(os.Getuid())
		if err != nil || r.Same || len(r.Skipped) != 1 {
			t.Errorf("%s: %+v %v", what, r, err)
		}
	}
}

// What a folder holds beside its files is compared or it counts against the verdict.
func TestNothingOfAFolderIsPassedOver(t *testing.T) {
	plant := func(put func(folder string) error) string {
		folder := run(t, []int{10}, right)
		if err := put(folder); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	odd := func(name string) func(string) error {
		return func(folder string) error {
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			return oddfile.Make(path, false)
		}
	}
	link := func(name, to string) func(string) error {
		return func(folder string) error { return os.Symlink(to, filepath.Join(folder, name)) }
	}
	ref := run(t, []int{10}, right)
	linked := t.TempDir() // holds a link to a folder, and one back to itself
	if err := errors.Join(link("again", linked)(linked), link("deep", ref)(linked)); err != nil {
		t.Fatal(err)
	}
	for what, folder := range map[string]string{
		"an HDF5 file of another ending": plant(odd("fields.dat")), "a folder with HDF5 files": plant(odd("later/s20.h5")),
		"an ending in capitals": plant(odd("mean.H5")), "a folder with an HDF5 file of another ending": plant(odd("later/data.dat")),
		"a link to a folder with HDF5 files": plant(link("link", ref)), "a link to a folder with such a link": plant(link("link", linked)),
		"a name like a temporary one": plant(odd("field.part-1")),
	} {
		if r, err := Folders(ref, folder, compare.Options{}); err != nil || r.Same {
			t.Errorf("%s in the new folder: %+v %v", what, r, err)
		}
		if r, err := Folders(folder, folder, compare.Options{}); what != "an ending in capitals" && (err != nil || r.Same) {
			t.Errorf("%s in both: %+v %v", what, r, err)
		}
	}
	for what, put := range map[string]func(string) error{
		"a text":                        func(folder string) error { return os.WriteFile(filepath.Join(folder, "run.log"), []byte("x"), 0o644) },
		"a folder of texts":             func(folder string) error { return os.MkdirAll(filepath.Join(folder, "logs"), 0o755) },
		"a link to a folder of nothing": link("link", t.TempDir()), "a link to its own folder": link("self", "."), "a link to nothing": link("link", "/nowhere"),
		"what a killed run left in a folder": odd("later/s20.h5.part-host-0a1b2c3d-1-1-1"), "what a killed run left": odd("s20.h5.part-host-0a1b2c3d-1-1-1"),
	} {
		if r, err := Folders(ref, plant(put), compare.Options{}); err != nil || !r.Same {
			t.Errorf("%s: %+v %v", what, r, err)
		}
	}
}

// A folder of very many entries is refused. A subfolder that is too large or too deep to look through is listed as not
// compared, and the rest is compared; neither holds the command.
func TestFoldersTooLargeToLookThrough(t *testing.T) {
	usualEntries, usualInside := mostEntries, mostInside
	defer func() { mostEntries, mostInside = usualEntries, usualInside }()
	mostEntries, mostInside = 3000, 1000
	ref := run(t, []int{10}, right)
	plant := func(put func(folder string) error) string {
		folder := run(t, []int{10}, right)
		if err := put(folder); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	links := func(folder string, count int) error {
		err := os.MkdirAll(folder, 0o755)
		for i := 0; i < count && err == nil; i++ {
			err = os.Symlink("/nowhere", filepath.Join(folder, strconv.Itoa(i)))
		}
		return err
	}
	folder := plant(func(folder string) error { return links(folder, 3000) })
	if _, err := Folders(ref, folder, compare.Options{}); err == nil || !strings.Contains(err.Error(), folder+" has more than 3000 entries") {
		t.Errorf("of many entries: %v", err)
	}
	for what, c := range map[string]struct {
		put    func(folder string) error
		reason string // of the first that is not compared
		left   int
	}{
		"large": {func(folder string) error {
			return errors.Join(links(filepath.Join(folder, "big"), 1100), links(filepath.Join(folder, "other"), 900))
		}, "a folder of more than 1000 entries", 1},
		"large together": {func(folder string) error {
			return errors.Join(links(filepath.Join(folder, "a"), 900), links(filepath.Join(folder, "b"), 900), links(filepath.Join(folder, "big"), 1100), links(filepath.Join(folder, "d"), 900))
		}, "a folder of more than 1000 entries", 2},
		"deep": {func(folder string) error {
			return os.MkdirAll(filepath.Join(folder, "big", strings.Repeat("d/", 40)), 0o755)
		}, "a folder of more than 32 folders in each other", 1},
	} {
		folder := plant(c.put)
		r, err := Folders(ref, folder, compare.Options{})
		if err != nil || r.Same || len(r.Steps) != 1 || len(r.Skipped) != c.left || r.Skipped[0].Path != filepath.Join(folder, "big") || !strings.Contains(r.Skipped[0].Reason, c.reason) {
			t.Errorf("%s: %+v %v", what, r, err)
		}
		if what == "large together" {
			continue
		}
		for _, name := range []string{"big", "big/", filepath.Join(folder, "big")} {
			r, err = Folders(ref, folder, compare.Options{Exclude: []string{name}})
			if err != nil || !r.Same || !strings.HasSuffix(r.Summary, "; folders left out by name: big") || strings.Join(r.LeftOut, " ") != filepath.Join(folder, "big") {
				t.Errorf("%s, left out as %s: %+v %v", what, name, r, err)
			}
		}
		for _, name := range []string{"bi", "b*", filepath.Join(ref, "big")} {
			if r, err = Folders(ref, folder, compare.Options{Exclude: []string{name}, UnusedNames: true}); err != nil || r.Same {
				t.Errorf("%s, left out as %s: %+v %v", what, name, r, err)
			}
		}
	}
	if _, err := Folders(ref, ref, compare.Options{Exclude: []string{"big"}}); err == nil || !strings.Contains(err.Error(), "names no dataset") {
		t.Errorf("a name of nothing: %v", err)
	}
	start := time.Now()
	r, err := Folders(ref, plant(func(folder string) error { return os.Symlink("/", filepath.Join(folder, "system")) }), compare.Options{})
	if spent := time.Since(start); spent > time.Minute || err != nil || r.Same {
		t.Errorf("of the whole system: %v after %v", err, spent)
	}
	if _, err := Folders("/", "/", compare.Options{}); err == nil {
		t.Error("the whole system is a run")
	}
}
