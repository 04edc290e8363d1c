//go:build hdf5

package hdf5file

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"drawbridge/tests/again"
	"drawbridge/tools/hdf5file/oddfile"
)

func odd(t *testing.T) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "odd.h5")
	if err := oddfile.Make(path, false); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func TestWalk(t *testing.T) {
	sets, skipped, err := odd(t).Walk()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, d := range sets {
		got[d.Name()] = d.Type.String()
	}
	for name, want := range map[string]string{
		"float64 big-endian": "float64 big-endian", "float32": "float32", "alias": "float32", "int64": "int64",
		"uint64": "uint64", "int8": "int8", "scalar": "float64", "zero-sized": "float64", "null": "float64",
		"loose text": "text", "fixed text": "text", "compound": "a type of 16 bytes that is no number",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, expected %q", name, got[name], want)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("not expected: %v", got)
	}
	var text strings.Builder
	for _, s := range skipped {
		text.WriteString(s.Path + ": " + s.Reason + "\n")
	}
	for _, want := range []string{"/odd/circle: a link back", "/odd/dangling: ", "/odd/elsewhere: ", "/odd/named type: a named type"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

func TestNumbersOfAnyType(t *testing.T) {
	f := odd(t)
	for name, want := range map[string][]float64{
		"float64 big-endian": {1.5, -2.25, 3}, "float32": {1.5, -2.25, 3}, "int8": {-128, 0, 127}, "scalar": {3},
	} {
		d, err := f.Dataset("/odd/" + name)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, d.Len())
		if err := Read(d, make([]int, len(d.Shape)), d.Shape, got); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %v, expected %v", name, got, want)
			}
		}
	}
	whole := make([]int64, 1)
	d, _ := f.Dataset("/odd/int64")
	if err := Read(d, []int{1}, []int{1}, whole); err != nil || whole[0] != 1<<60 {
		t.Errorf("int64: %d %v", whole[0], err)
	}
}

// Each of these corrupts memory or answers nonsense in a bare call of gonum.
func TestWrongReadsAreRefused(t *testing.T) {
	f := odd(t)
	single, _ := f.Dataset("/odd/float32")
	double := make([]float64, 3)
	for what, err := range map[string]error{
		"float32 as int64": Read(single, []int{0}, []int{3}, make([]int64, 3)),
		"short buffer":     Read(single, []int{0}, []int{3}, double[:2]),
		"past the end":     Read(single, []int{1}, []int{3}, double),
		"other rank":       Read(single, []int{0, 0}, []int{1, 3}, double),
		"negative":         Read(single, []int{-1}, []int{3}, double),
	} {
		if err == nil || !strings.Contains(err.Error(), "/odd/float32") {
			t.Errorf("%s: %v", what, err)
		}
	}
	text, _ := f.Dataset("/odd/loose text")
	if err := Read(text, []int{0}, []int{2}, make([]float64, 2)); err == nil {
		t.Error("text was read as numbers")
	}
	if err := text.ReadBytes([]int{0}, []int{2}, make([]byte, 32)); err == nil {
		t.Error("pointers were read as bytes")
	}
	if _, err := f.Dataset("/odd/absent"); err == nil || strings.Contains(err.Error(), "code -1") {
		t.Errorf("absent dataset: %v", err)
	}
}

func TestAttributes(t *testing.T) {
	f := odd(t)
	list, err := f.Attributes("/odd")
	if err != nil || len(list) != 2 {
		t.Fatalf("%v %v", list, err)
	}
	if list[0].String() != "0.5 2" || list[1].String() != "K" || f.Unit("/odd") != "K" {
		t.Errorf("%v", list)
	}
}

func TestFilesThatAreNone(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := filepath.Join(folder, "whole.h5")
	if err := oddfile.Make(whole, false); err != nil {
		t.Fatal(err)
	}
	bytes, _ := os.ReadFile(whole)
	for path, want := range map[string]string{
		filepath.Join(folder, "none.h5"): "no such file",
		folder:                           "expected a regular file",
		write("text.h5", "hello"):        "not an HDF5 file",
		write("empty.h5", ""):            "not an HDF5 file (0 bytes)",
		write("cut.h5", string(bytes[:len(bytes)/2])): "truncated",
	} {
		f, err := Open(path)
		if err == nil {
			_ = f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "code -1") {
			t.Errorf("%s: %v, expected %q", path, err, want)
		}
	}
}

// crashing says, in a child process, how it shall crash.
const crashing = "DRAWBRIDGE_TEST_CRASH"

// A crash or a loop within a call of HDF5 names the file and ends with 2; a crash elsewhere is Go's own affair.
func TestCrashesNameTheFile(t *testing.T) {
	if kind, err := strconv.Atoi(os.Getenv(crashing)); err == nil {
		NameCrashes(time.Second)
		if kind < 4 {
			_ = alone("a.h5: /rho", func() error { oddfile.Crash(kind); return nil })
		}
		_ = alone("a.h5", func() error { return nil })
		oddfile.Crash(0)
	}
	for kind := range 5 {
		command := again.Command("-test.run=^TestCrashesNameTheFile$")
		command.Env = append(os.Environ(), crashing+"="+strconv.Itoa(kind))
		output, _ := command.CombinedOutput()
		did := "crashed on it; the file is damaged"
		if kind == 3 {
			did = "did not finish one call in 1 s of computing; the file is damaged, or its chunks are very slow to unpack"
		}
		named := strings.Contains(string(output), "drawbridge: a.h5: /rho: the HDF5 library "+did+"\n")
		if code := command.ProcessState.ExitCode(); code != 2 || named != (kind < 4) || (kind == 4 && !strings.Contains(string(output), "SIGSEGV")) {
			t.Errorf("crash %d: exit %d, %.300s", kind, code, output)
		}
	}
}
