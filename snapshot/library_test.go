package snapshot

import (
	"cmp"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"drawbridge/status"
	"drawbridge/tests/again"
)

// child runs one test of this binary in a process of its own, since a process binds HDF5 once.
func child(t *testing.T, role string, environment ...string) string {
	t.Helper()
	run := again.Command("-test.run=^TestChild$", "-test.v")
	run.Env = append(os.Environ(), "SNAPSHOT_CHILD="+role)
	run.Env = append(run.Env, environment...)
	text, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("child %s: %v\n%s", role, err, text)
	}
	return string(text)
}

// TestChild is what those processes run.
func TestChild(t *testing.T) {
	switch role := os.Getenv("SNAPSHOT_CHILD"); role {
	case "":
		t.Skip("runs in child processes of the other tests only")
	case "nothing":
		names = []string{"libnothing.so.1"}
		library, err := FindLibrary()
		t.Logf("found %+v code %d error %v", library, status.CodeOf(err), err)
	case "part": // as a module of the host does it: for itself alone
		if _, err := open(os.Getenv("SNAPSHOT_LIBRARY"), false); err != nil {
			t.Fatal(err)
		}
		fallthrough
	case "find":
		library, err := FindLibrary()
		t.Logf("found %+v code %d error %v", library, status.CodeOf(err), err)
		if err == nil {
			write(t, filepath.Join(t.TempDir(), "a.h5"))
		}
	case "killed":
		writeForEver(t)
	case "limited":
		if os.Getenv("SNAPSHOT_BOUND") != "" {
			needHDF5(t)
		}
		room, _ := strconv.Atoi(os.Getenv("SNAPSHOT_ROOM"))
		data, _ := halo(grid.Cells, 1) // of the first thread's heap, before there is none
		limit(t, uint64(room))
		starve(t)
		runtime.KeepAlive(data)
	case "full":
		writeUntilFull(t)
	}
}

func TestNoLibrary(t *testing.T) {
	text := child(t, "nothing", LibraryVariable+"=", "HDF5_ROOT=", "HDF5_DIR=", "HDF5_HOME=")
	for _, want := range []string{"code 7", "apt-get install libhdf5-dev", LibraryVariable, "libnothing.so.1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

func TestLibraryByName(t *testing.T) {
	needHDF5(t)
	library, _ := FindLibrary()
	if text := child(t, "find", LibraryVariable+"="+library.Path); !strings.Contains(text, "named by "+LibraryVariable) {
		t.Errorf("file: %s", text)
	}
	if text := child(t, "find", LibraryVariable+"="+filepath.Dir(library.Path)); !strings.Contains(text, "Version:"+library.Version) {
		t.Errorf("folder: %s", text)
	}
	foreign := filepath.Join(t.TempDir(), "libhdf5.so")
	header := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 57)...)
	header[18] = map[string]byte{"amd64": 183, "arm64": 62}[runtime.GOARCH]
	if err := os.WriteFile(foreign, header, 0o600); err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		"/none/libhdf5.so":    "cannot be opened",
		t.TempDir():           "a folder without libhdf5",
		foreign:               "name one that is built for " + runtime.GOARCH,
		filepath.Dir(foreign): "name one that is built for " + runtime.GOARCH,
	} {
		if text := child(t, "find", LibraryVariable+"="+value); !strings.Contains(text, want) || !strings.Contains(text, "code 7") {
			t.Errorf("%s: %s", value, text)
		}
	}
}

// The HDF5 that is in the process already is the one to use, however it came in.
func TestLibraryOfTheHost(t *testing.T) {
	needHDF5(t)
	library, _ := FindLibrary()
	if text := child(t, "find", LibraryVariable+"=", "LD_PRELOAD="+library.Path); !strings.Contains(text, "Origin:loaded by the host}") {
		t.Errorf("global: %s", text)
	}
	if text := child(t, "part", LibraryVariable+"=", "SNAPSHOT_LIBRARY="+library.Path); !strings.Contains(text, "Origin:loaded by a part of the host}") {
		t.Errorf("local: %s", text)
	}
}

// A library of the wrong width of hid_t must be refused before any other of its functions is called.
func TestOldLibraryIsRefused(t *testing.T) {
	source := filepath.Join(t.TempDir(), "old.c")
	var code strings.Builder
	code.WriteString("int H5get_libversion(unsigned *a, unsigned *b, unsigned *c) { *a = 1; *b = 8; *c = 23; return 0; }\n")
	header, err := os.ReadFile("hdf5_dynamic.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(header), "\n") {
		if _, rest, found := strings.Cut(line, ", H5"); found && strings.HasPrefix(strings.TrimSpace(line), "F(") {
			name, _, _ := strings.Cut("H5"+rest, ",")
			if name != "H5get_libversion" {
				code.WriteString("void " + name + "(void) { __builtin_trap(); }\n")
			}
		}
	}
	if err := os.WriteFile(source, []byte(code.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	library := strings.TrimSuffix(source, ".c") + ".so"
	compiler := cmp.Or(os.Getenv("CC"), "cc") // a cross build names its own
	if text, err := exec.Command(compiler, "-shared", "-fPIC", "-o", library, source).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v %s", compiler, err, text)
	}
	text := child(t, "find", LibraryVariable+"="+library)
	if !strings.Contains(text, "it is HDF5 1.8.23, and 1.10 or newer is needed") {
		t.Errorf("%s", text)
	}
}

// TestFullDisk runs into a limit of the file size, which meets HDF5 as a full disk does.
func TestFullDisk(t *testing.T) {
	needHDF5(t)
	text := child(t, "full")
	if strings.Contains(text, "HDF5: infinite loop") || strings.Contains(text, "HDF5-DIAG") {
		t.Errorf("HDF5 complains at the end of the process: %s", text)
	}
}

func writeUntilFull(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 20000, Max: 20000}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skipf("no limit can be set here: %v", err)
	}
	for _, level := range []int{0, 1} {
		path := filepath.Join(t.TempDir(), "full.h5")
		g := grid
		g.Cells = [3]int{16, 16, 16}
		data, source := halo(g.Cells, 1)
		for i := range data {
			data[i] = math.Sin(float64(i * i)) // not to be compressed away
		}
		w, err := Create(path, g, Deflate(level))
		if err != nil {
			t.Fatal(err)
		}
		err = w.Field("density", "kg/m3", source)
		closing := w.Close()
		runtime.KeepAlive(data)
		if err == nil {
			err = closing
		}
		if status.CodeOf(err) != status.File || !strings.Contains(err.Error(), "File too large") || !strings.Contains(err.Error(), path) {
			t.Errorf("level %d: %v", level, err)
		}
		if closing == nil {
			t.Errorf("level %d: closed without an error", level)
		}
		left(t, filepath.Dir(path))
		t.Logf("level %d: %v", level, err)
	}
}
