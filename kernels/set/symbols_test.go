package set

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// isaSymbol are the only global symbols that an instruction set's object may define.
var isaSymbol = regexp.MustCompile(`^drawbridge_(kernels|runs)_(avx512|avx2|baseline|neon)$`)

var tableSymbol = regexp.MustCompile(`^drawbridge_(kernels|stencils)_(avx512|avx2|baseline|neon)$`)

// The instruction sets share nothing: each defines its table and no weak symbol. The linker keeps one copy of a weak
// function, and an AVX-512 copy would crash an older CPU. With 32 registers no kernel copies a structure of batches through
// memory: gcc calls memcpy where one is returned from two places, or assigned, and that costs 70 ns per batch.
func TestInstructionSetsShareNoSymbol(t *testing.T) {
	for _, table := range tables {
		object := objectOf(t, table.isa)
		for _, symbol := range symbols(t, object, "--defined-only") {
			if kind, name := symbol[0], symbol[1]; strings.ContainsAny(kind, "WwVvu") || !isaSymbol.MatchString(name) {
				t.Errorf("%s defines %s of kind %s", table.isa, name, kind)
			}
		}
		if table.isa != "avx512" || os.Getenv("CGO_CXXFLAGS") == "" { // for the official flags only (scripts/test.sh)
			continue
		}
		for _, symbol := range symbols(t, object, "--undefined-only") {
			if strings.HasPrefix(symbol[1], "mem") {
				t.Errorf("%s calls %s", table.isa, symbol[1])
			}
		}
	}
}

// The check sees what it is there for: a standard header whose functions the file uses.
func TestSharedSymbolIsSeen(t *testing.T) {
	source, object := filepath.Join(t.TempDir(), "planted.cpp"), filepath.Join(t.TempDir(), "object.o")
	if err := os.WriteFile(source, []byte("#include <vector>\ndouble planted(std::vector<double> &v) { v.push_back(1.0); return v[0]; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler(), "-std=c++17", "-O2", "-c", source, "-o", object).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, symbol := range symbols(t, object, "--defined-only") {
		if strings.ContainsAny(symbol[0], "WV") {
			return
		}
	}
	t.Error("a planted weak symbol was not seen")
}

func compiler() string {
	if name := os.Getenv("CXX"); name != "" {
		return name
	}
	return "g++"
}

// objectOf is what gcc made of the kernels of a package, as avx2 or stencils/avx2, from its archive in Go's cache.
func objectOf(t *testing.T, name string) string {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-f", "{{.Export}}", "drawbridge/kernels/"+name)
	archive, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	folder := t.TempDir()
	unpack := exec.Command("go", "tool", "pack", "x", strings.TrimSpace(string(archive)))
	unpack.Dir = folder
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", unpack, err, out)
	}
	objects, _ := filepath.Glob(filepath.Join(folder, "*.o"))
	for _, object := range objects {
		if name := filepath.Base(object); name != "_go_.o" && definesTable(t, object) {
			return object
		}
	}
	t.Fatalf("no object of kernels.cpp among %v", objects)
	return ""
}

func definesTable(t *testing.T, object string) bool {
	for _, symbol := range symbols(t, object, "--defined-only") {
		if tableSymbol.MatchString(symbol[1]) {
			return true
		}
	}
	return false
}

// symbols lists kind and name of the global symbols of an object.
func symbols(t *testing.T, object, which string) [][2]string {
	t.Helper()
	nm, err := exec.Command(compiler(), "-print-prog-name=nm").Output() // of the processor that is compiled for
	if err != nil {
		t.Fatalf("%s names no nm: %v", compiler(), err)
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
