//go:build hdf5

package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tests/again"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// save writes a snapshot of 4 x 3 x 2 cells with two fields; `plant` is added to one cell.
func save(t *testing.T, plant float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.h5")
	data := make([]float64, 24)
	for i := range data {
		data[i] = 100 + float64(i)
	}
	data[5] += plant
	grid := snapshot.Grid{Cells: [3]int{4, 3, 2}, Spacing: [3]float64{1e-3, 1e-3, 1e-3}, Step: 7}
	fields := []snapshottest.Field{{Name: "density", Unit: "kg/m3", Values: data}, {Name: "temperature", Unit: "K", Values: data}}
	if err := snapshottest.Save(path, grid, fields); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompareCodes(t *testing.T) {
	a, b, c := save(t, 0), save(t, 0), save(t, 1e-3)
	expect(t, 0, "SAME: all 2 fields agree within tolerance", "", "compare", a, b)
	expect(t, 1, "DIFFERENT: 2 of 2 fields (density temperature)", "", "compare", a, c)
	expect(t, 1, "(2,2,1)", "", "compare", a, c)
	expect(t, 0, "SAME", "", "compare", a, c, "--rel", "1e-5")
	expect(t, 1, "DIFFERENT: 1 of 2 fields (density)", "", "compare", a, c, "--tolerance", "temperature=abs:1")
	expect(t, 0, "SAME", "", "compare", a, c, "--field", "temp*", "--abs", "1")
	if out := expect(t, 1, "DIFFERENT", "", "compare", a, c, "-q"); strings.Count(out, "\n") != 1 {
		t.Errorf("-q prints %q", out)
	}
	expect(t, trouble, "", `the field "densty" names no dataset; nearest: density; there are: density temperature`, "compare", a, b, "--field", "densty")
	expect(t, trouble, "", `the tolerance of "temprature" names no dataset; nearest: temperature`, "compare", a, b, "--tolerance", "temprature=rel:1")
	expect(t, trouble, "", `the renamed field "rho" names no dataset`, "compare", a, b, "--rename", "rho=density")
	expect(t, trouble, "", `density is renamed to "densit", which names no dataset of the new file; nearest: density`, "compare", a, b, "--rename", "density=densit")
	expect(t, trouble, "", `the exclusion "Y_*" names no dataset`, "compare", a, b, "--exclude", "Y_*")
	expect(t, 0, "SAME", "", "compare", a, b, "--exclude", "Y_*", "--ignore-unused")
	expect(t, trouble, "", "a halo of 2 layers at each side leaves nothing of 2 cells in z; expected at most 0", "compare", a, b, "--halo", "2", "--field", "density")
	limits := write(t, "l.yaml", "fields:\n  densiti: {abs: 1}\n")
	expect(t, trouble, "", `the tolerance of "densiti" names no dataset; nearest: density`, "compare", a, b, "--tolerances", limits)
	expect(t, 0, "SAME", "", "compare", a, b, "--tolerances", write(t, "l.yaml", "unused: ignore\nfields:\n  densiti: {abs: 1}\n"))
	expect(t, trouble, "", `the field "densty"`, "compare", filepath.Dir(a), filepath.Dir(b), "--field", "densty")
	expect(t, trouble, "", "no such file", "compare", a, b+"x")
	expect(t, trouble, "", "nope: no such file or folder in /", "compare", filepath.Dir(a), "nope")
	expect(t, trouble, "", "nope: no such file or folder in /", "compare", "nope", filepath.Dir(a))
	expect(t, trouble, "", filepath.Dir(a)+" is a folder and "+b+" is a file, expected two files or two folders", "compare", filepath.Dir(a), b)
	expect(t, trouble, "", a+" is a file and "+filepath.Dir(b)+" is a folder", "compare", a, filepath.Dir(b))
	expect(t, trouble, "", "not an HDF5 file", "compare", a, write(t, "x.h5", "hello"))
}

// A NaN is called by its name: in the row of a series, in its verdict, and in the reason where both hold it.
func TestCompareNaN(t *testing.T) {
	a, nan := save(t, 0), save(t, math.NaN())
	out := expect(t, 1, "worst in density by NaN or infinity at cell (2,2,1)", "", "compare", filepath.Dir(a), filepath.Dir(nan))
	if row := strings.Split(out, "\n")[2]; strings.Count(row, "NaN") != 2 || !strings.Contains(row, "(2,2,1)") {
		t.Errorf("the row %q", row)
	}
	expect(t, 1, "density: NaN in both at 1 points, first at (2,2,1)", "", "compare", nan, nan, "--strict-nan")
	out = expect(t, 1, "density: NaN or infinite in one of them at 1 points, first at (2,2,1)", "", "compare", a, nan)
	row := regexp.MustCompile(`(?m)^ *density .*`).FindString(out)
	if cells := strings.Fields(row); strings.Count(row, "NaN") != 5 || slices.Contains(cells, "0") || !strings.Contains(row, "(2,2,1)") {
		t.Errorf("two files, one NaN: %q, expected NaN for each difference, at its place", row)
	}
}

func TestCompareForPrograms(t *testing.T) {
	a, c := save(t, 0), save(t, 1)
	var result struct {
		Same   bool
		Fields []struct {
			Path   string
			MaxAbs float64 `json:"max_abs"`
			Where  struct{ Cell []int }
		}
	}
	junit := filepath.Join(t.TempDir(), "j.xml")
	if err := json.Unmarshal([]byte(expect(t, 1, "", "", "compare", a, c, "--json", "--junit", junit)), &result); err != nil {
		t.Fatal(err)
	}
	if result.Same || len(result.Fields) != 2 || result.Fields[0].MaxAbs != 1 || result.Fields[0].Where.Cell[0] != 2 {
		t.Errorf("%+v", result)
	}
	text, err := os.ReadFile(junit)
	if err != nil || !strings.Contains(string(text), `tests="2" failures="2"`) {
		t.Errorf("%s %v", text, err)
	}
}

func TestReportsAndPictures(t *testing.T) {
	a, c, folder := save(t, 0), save(t, 1), t.TempDir()
	page, picture := filepath.Join(folder, "d.html"), filepath.Join(folder, "d.png")
	expect(t, 1, "DIFFERENT", "", "compare", a, c, "--report", page, "--png", picture)
	for _, path := range []string{page, picture} {
		if info, err := os.Stat(path); err != nil || info.Size() < 5000 {
			t.Errorf("%s: %v %v", path, info, err)
		}
	}
	expect(t, trouble, "", "no plain file", "compare", a, c, "--report", os.DevNull)
	expect(t, trouble, "", "cannot be written", "compare", a, c, "--junit", filepath.Join(folder, "none", "j.xml"))
	expect(t, trouble, "", ".png or .svg", "compare", a, c, "--png", filepath.Join(folder, "d.jpeg"))
}

// A unit that differs cannot be drawn, a NaN can; where nothing can be drawn the verdict, the table and the report stand.
func TestPicturesOfWhatHasNoNumber(t *testing.T) {
	folder := t.TempDir()
	save := func(name, unit string, hole float64) string {
		path := filepath.Join(folder, name)
		same, holed := []float64{1, 2, 3, 4}, []float64{1, 2, 3, hole}
		grid := snapshot.Grid{Cells: [3]int{2, 2, 1}, Spacing: [3]float64{1, 1, 1}}
		if err := snapshottest.Save(path, grid, []snapshottest.Field{{Name: "T", Unit: unit, Values: same}, {Name: "rho", Unit: "1", Values: holed}}); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, nan, unit := save("a.h5", "K", 4), save("nan.h5", "C", math.NaN()), save("unit.h5", "C", 4)
	for name, x := range map[string]struct {
		new   string
		code  int
		out   string
		drawn bool
	}{"unit and NaN": {nan, 1, "DIFFERENT: 2 of ", true}, "unit": {unit, 1, "DIFFERENT: 1 of 2 fields (T)", false}, "none": {a, 0, "SAME", false}} {
		picture, page := filepath.Join(folder, name+".png"), filepath.Join(folder, name+".html")
		code, out, complaint := say("compare", a, x.new, "--png", picture, "--report", page)
		if code != x.code || !strings.Contains(out, x.out) || strings.Contains(complaint, "not drawn") == x.drawn || strings.Count(complaint, "\n") > 1 {
			t.Errorf("%s: code %d, out %s, complaint %q", name, code, out, complaint)
		}
		if _, err := os.Stat(page); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(picture); (err == nil) != x.drawn {
			t.Errorf("%s: picture: %v", name, err)
		}
	}
}

func TestVerdictsIntoAFullDisk(t *testing.T) {
	a, c := save(t, 0), save(t, 1)
	for _, arguments := range [][]string{{"compare", a, a}, {"compare", a, c, "-q"}, {"compare", a, c, "--json"}, {"compare", filepath.Dir(a), filepath.Dir(c)}, {"plot", a}} {
		var complaints strings.Builder
		if code := run(arguments, full(t), &complaints); code != trouble || !strings.Contains(complaints.String(), "no space left on device") {
			t.Errorf("drawbridge %s > /dev/full: exit %d, %q", strings.Join(arguments, " "), code, complaints.String())
		}
	}
}

func TestToleranceFile(t *testing.T) {
	a, c := save(t, 0), save(t, 1e-3)
	limits := write(t, "limits.yaml", "default: {abs: 0.01}\nfields:\n  temperature: {abs: 1e-6}\n")
	expect(t, 1, "1 of 2 fields (temperature)", "", "compare", a, c, "--tolerances", limits)
	expect(t, 1, "2 of 2 fields", "", "compare", a, c, "--tolerances", limits, "--abs", "1e-9")
	expect(t, 0, "SAME", "", "compare", a, c, "--tolerances", limits, "--tolerance", "temperature=abs:1")
	expect(t, trouble, "", `unknown field "fild"`, "compare", a, c, "--tolerances", write(t, "x.yaml", "fild: {}\n"))
	expect(t, trouble, "", "no such file", "compare", a, c, "--tolerances", a+"none")
}

func TestSeries(t *testing.T) {
	a, c, folder := filepath.Dir(save(t, 0)), filepath.Dir(save(t, 1)), t.TempDir()
	page, growth := filepath.Join(folder, "s.html"), filepath.Join(folder, "g.png")
	expect(t, 1, "1 of 1 step, the first is step 7", "", "compare", a, c, "--report", page, "--png", growth)
	expect(t, 0, "SAME: 1 step agrees within tolerance", "", "compare", a, a, "--report", page)
	if code, out, complaint := say("compare", a, a, "--png", filepath.Join(folder, "n.png")); code != 0 || !strings.Contains(out, "SAME") || !strings.Contains(complaint, "no growth to draw") {
		t.Errorf("%d %s %s", code, out, complaint)
	}
	for _, path := range []string{page, growth} {
		if info, err := os.Stat(path); err != nil || info.Size() < 3000 {
			t.Errorf("%s: %v %v", path, info, err)
		}
	}
	if out := expect(t, 1, "", "", "compare", a, c, "--json"); !strings.Contains(out, `"first": {`) {
		t.Errorf("%s", out)
	}
	expect(t, 0, "1 step agrees within tolerance; 1 field left out by name", "", "compare", filepath.Dir(save(t, 0)), filepath.Dir(save(t, 0)), "-f", "density")
	expect(t, trouble, "", "holds no snapshot", "compare", a, folder)
}

func TestPlot(t *testing.T) {
	a := save(t, 0)
	folder := filepath.Dir(a)
	for _, arguments := range [][]string{
		{"-o", filepath.Join(folder, "1.png")}, {"-o", filepath.Join(folder, "2.svg"), "--normal", "y", "--at", "0.0005"},
		{"-o", filepath.Join(folder, "3.png"), "--line", "x", "--field", "density,temperature", "--cell", "0,1,1"},
		{"-o", filepath.Join(folder, "6.png"), "--range", "density=0:2000", "--range", "temperature=100:400"},
		{"-o", filepath.Join(folder, "7.png"), "--field", "density", "--same-range"},
		{"-o", filepath.Join(folder, "4.png"), "--cells", "--colors", "grey", "--width", "5"},
	} {
		expect(t, 0, arguments[1], "", append([]string{"plot", a}, arguments...)...)
		if info, err := os.Stat(arguments[1]); err != nil || info.Size() < 2000 {
			t.Errorf("%v: %v %v", arguments, info, err)
		}
	}
	expect(t, 0, "s.png", "", "plot", a)
	expect(t, trouble, "", "it is a folder", "plot", folder)
	expect(t, trouble, "", "the flag --of is gone since release 0.3.0: ", "plot", folder, "--of", "max")
	odd := filepath.Join(folder, "odd.h5")
	if err := oddfile.Make(odd, false); err != nil {
		t.Fatal(err)
	}
	expect(t, 0, "5.png", "", "plot", odd, "--line", "x", "--field", "/odd/int8", "-o", filepath.Join(folder, "5.png"))
	expect(t, trouble, "", "there are: density temperature", "plot", a, "--field", "rho", "-o", filepath.Join(folder, "none.png"))
	expect(t, trouble, "", "cannot be drawn", "plot", odd, "--field", "/odd/compound", "-o", filepath.Join(folder, "none.png"))
	expect(t, trouble, "", ".png or .svg", "plot", a, "-o", "x.pdf")
	for complaint, arguments := range map[string][]string{
		"expected LOW:HIGH": {"--range", "5"}, "did you mean 'density'? Fields are density temperature": {"--range", "densty=1:2"},
		"density is in 'kg/m3' and temperature in 'K'": {"--same-range"}, "are of colours": {"--range", "1:2", "--line", "x"},
	} {
		expect(t, trouble, "", complaint, append([]string{"plot", a, "-o", filepath.Join(folder, "none.png")}, arguments...)...)
	}
	for _, width := range []string{"nan", "-3", "inf", "0.001", "1e-300"} {
		for _, arguments := range [][]string{{a}, {a, "--line", "x"}} {
			expect(t, trouble, "", "cm, expected 0.1 to 100", append([]string{"plot", "--width", width, "-o", filepath.Join(folder, "none.png")}, arguments...)...)
		}
	}
	for _, width := range []string{"0.1", "0"} {
		expect(t, 0, "thin.png", "", "plot", a, "--width", width, "-o", filepath.Join(folder, "thin.png"))
	}
	if _, err := os.Stat(filepath.Join(folder, "none.png")); err == nil {
		t.Error("a picture was left behind")
	}
}

// limited holds, in a child process, the arguments of the command that may write 3000 bytes to a file.
const limited = "DRAWBRIDGE_TEST_LIMITED"

// TestFilesOnAFullDisk: a limit of the size of files meets a program as a full disk does. Exit 2, one
// line that names the file, nothing left of it, and an older file as it was.
func TestFilesOnAFullDisk(t *testing.T) {
	if arguments := os.Getenv(limited); arguments != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 3000, Max: 3000}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			os.Exit(77)
		}
		os.Exit(run(strings.Split(arguments, "\n"), os.Stdout, os.Stderr))
	}
	a, c := save(t, 0), save(t, 1)
	for _, older := range []bool{false, true} {
		for name, arguments := range map[string][]string{
			"d.png": {"compare", a, c, "--png"}, "d.html": {"compare", a, c, "--report"}, "p.png": {"plot", a, "-o"}, "p.svg": {"plot", a, "-o"},
			"s.html": {"compare", filepath.Dir(a), filepath.Dir(c), "--report"},
		} {
			folder := t.TempDir()
			path := filepath.Join(folder, name)
			if older {
				if err := os.WriteFile(path, []byte("older"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			command := again.Command("-test.run=^TestFilesOnAFullDisk$")
			command.Env = append(os.Environ(), limited+"="+strings.Join(append(arguments, path), "\n"))
			var complaints strings.Builder
			command.Stderr = &complaints
			_ = command.Run()
			if code := command.ProcessState.ExitCode(); code == 77 {
				t.Skip("skipped: no limit of the file size can be set here")
			} else if code != trouble || !strings.Contains(complaints.String(), path) || !strings.Contains(complaints.String(), "file too large") || strings.Count(complaints.String(), "\n") != 1 {
				t.Errorf("%s: exit %d, %q", name, code, complaints.String())
			}
			text, err := os.ReadFile(path)
			if (older && string(text) != "older") || (!older && !os.IsNotExist(err)) {
				t.Errorf("%s: %.40q %v is left, an older file: %v", name, text, err, older)
			}
			if parts, _ := filepath.Glob(filepath.Join(folder, ".*part*")); len(parts) > 0 {
				t.Errorf("%s: %v is left", name, parts)
			}
		}
	}
}

// What is read is never written over.
func TestOutputsSpareTheInputs(t *testing.T) {
	a, b := save(t, 0), save(t, 1)
	before, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.png")
	if err := os.Symlink(a, link); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{{"compare", a, b, "--report", a}, {"compare", b, a, "--junit", a}, {"compare", a, b, "--png", link}, {"plot", a, "-o", link}} {
		var said bytes.Buffer
		if code := run(arguments, &said, &said); code != trouble || !strings.Contains(said.String(), "is read: give what is written another name") {
			t.Errorf("%v: exit %d, %s", arguments, code, said.String())
		}
	}
	if after, err := os.ReadFile(a); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the reference was written: %v", err)
	}
}
