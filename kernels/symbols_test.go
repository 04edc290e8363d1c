package kernels

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// isaSymbol are the only global symbols that an instruction set's object may define.
var isaSymbol = regexp.MustCompile(`^drawbridge_(kernels|runs)_(avx512|avx2|baseline|neon)$`)

// The instruction sets share nothing: each .cpp defines its table and no weak symbol. The linker
// keeps one copy of a weak function, and an AVX-512 copy would crash an older CPU.
func TestNoSharedSymbols(t *testing.T) {
	for _, table := range tables {
		file := table.isa + "_" + runtime.GOARCH + ".cpp"
		for _, symbol := range globals(t, file, nil) {
			if kind, name := symbol[0], symbol[1]; strings.ContainsAny(kind, "WwVvu") || !isaSymbol.MatchString(name) {
				t.Errorf("%s defines %s of kind %s", file, name, kind)
			}
		}
	}
}

// The check sees what it is there for: a standard header whose functions the file uses.
func TestSharedSymbolIsSeen(t *testing.T) {
	planted := `
#include <vector>
double planted(std::vector<double> &v) { v.push_back(1.0); return v[0]; }
`
	for _, symbol := range globals(t, "planted.cpp", []byte(planted)) {
		if strings.ContainsAny(symbol[0], "WV") {
			return
		}
	}
	t.Error("a planted weak symbol was not seen")
}

// With 32 registers no kernel copies a structure of batches through memory: gcc calls memcpy where one is
// returned from two places, or assigned, and that costs 70 ns per batch.
func TestNoStructureIsCopiedByCall(t *testing.T) {
	if os.Getenv("CGO_CXXFLAGS") == "" {
		t.Skip("for the official flags only (scripts/test.sh)")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("AVX-512 belongs to amd64")
	}
	for _, symbol := range symbols(t, "avx512_amd64.cpp", nil, "--undefined-only") {
		if strings.HasPrefix(symbol[1], "mem") {
			t.Errorf("avx512_amd64.cpp calls %s", symbol[1])
		}
	}
}

// globals lists the global symbols that a file defines.
func globals(t *testing.T, file string, text []byte) [][2]string {
	t.Helper()
	found := symbols(t, file, text, "--defined-only")
	if len(found) == 0 {
		t.Fatalf("%s: nm lists nothing", file)
	}
	return found
}

// symbols compiles a C++ file of this package, or text in its place, with the flags of host.go and
// those of the build, and lists kind and name of global symbols.
func symbols(t *testing.T, file string, text []byte, which string) [][2]string {
	t.Helper()
	compiler := os.Getenv("CXX")
	if compiler == "" {
		compiler = "g++"
	}
	source := file
	if text != nil {
		source = filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(source, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	object := filepath.Join(t.TempDir(), "object.o")
	arguments := append([]string{"-std=c++17", "-O2", "-I.", "-c", source, "-o", object}, strings.Fields(os.Getenv("CGO_CXXFLAGS"))...)
	if out, err := exec.Command(compiler, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", compiler, arguments, err, out)
	}
	nm, err := exec.Command(compiler, "-print-prog-name=nm").Output() // of the processor that is compiled for
	if err != nil {
		t.Fatalf("%s names no nm: %v", compiler, err)
	}
	out, err := exec.Command(strings.TrimSpace(string(nm)), "--extern-only", which, object).Output()
	if err != nil {
		t.Fatalf("nm: %v", err)
	}
	var list [][2]string
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if words := strings.Fields(line); len(words) >= 2 { // address, kind, name; without an address where it is not defined
			list = append(list, [2]string{words[len(words)-2], words[len(words)-1]})
		}
	}
	return list
}
