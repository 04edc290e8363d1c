package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drawbridge/properties"
)

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// table reads name -> value by an expression with two groups; names are compared without case and
// underscores.
func table(t *testing.T, text, expression string, least int) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, m := range regexp.MustCompile(expression).FindAllStringSubmatch(text, -1) {
		found[strings.ToLower(strings.ReplaceAll(m[1], "_", ""))] = strings.Join(strings.Fields(m[2]), " ")
	}
	if len(found) < least {
		t.Fatalf("%s finds %d entries, at least %d expected", expression, len(found), least)
	}
	return found
}

func same(t *testing.T, what string, a, b map[string]string) {
	t.Helper()
	for name, value := range a {
		if b[name] != value {
			t.Errorf("%s: %s is %q here and %q there", what, name, value, b[name])
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			t.Errorf("%s: %s is missing here", what, name)
		}
	}
}

func TestStatusCodesAreTheSameInGoAndFortran(t *testing.T) {
	same(t, "status code",
		table(t, read(t, "status", "codes.go"), `(?m)^\t(\w+)\s+Code = (\d+)`, 10),
		table(t, read(t, "fortran", "drawbridge.f90"), `(?m)^  integer, parameter, public :: DRAWBRIDGE_([A-EG-Z]\w*|FILE)\s+= (\d+)`, 10))
}

// The codes that C gives by itself are some of Go's, and stand nowhere as numbers.
func TestStatusCodesAreTheSameInGoAndC(t *testing.T) {
	list := table(t, read(t, "status", "codes.go"), `(?m)^\t(\w+)\s+Code = (\d+)`, 10)
	for name, number := range table(t, read(t, "bridge", "codes.h"), `(?m)^    status_(\w+) = (\d+),`, 4) {
		if list[name] != number {
			t.Errorf("bridge/codes.h: status_%s is %s, and %q in status/codes.go", name, number, list[name])
		}
	}
	literal := regexp.MustCompile(`(?:refuse\(|last_code = |last_code [=!]= )\d+|return [1-9]\d*; /\*`)
	sources, err := filepath.Glob(filepath.Join("..", "..", "bridge", "*.c"))
	if err != nil || len(sources) < 4 {
		t.Fatalf("%d sources of the bridge, %v", len(sources), err)
	}
	for _, path := range sources {
		for _, found := range literal.FindAllString(read(t, "bridge", filepath.Base(path)), -1) {
			t.Errorf("%s: %q gives a status code as a number; name it in bridge/codes.h", filepath.Base(path), found)
		}
	}
}

// Where a thread's stack lies is asked in one place.
func TestStacksAreAskedForInOnePlace(t *testing.T) {
	if text := read(t, "bridge", "stacks.c"); strings.Contains(text, "pthread_attr_getstack") {
		t.Error("bridge/stacks.c asks for the bounds of a stack; device/hostmemory/hostmemory.c does")
	}
}

func TestFlagBitsAreTheSameInKernelsAndFortran(t *testing.T) {
	same(t, "flag",
		table(t, read(t, "kernels", "flags.h"), `(?m)^FLAG\((\w+), (\d+)`, 10),
		table(t, read(t, "fortran", "drawbridge.f90"), `(?m)^  integer, parameter, public :: DRAWBRIDGE_FLAG_(\w+)\s+= (\d+)`, 10))
}

// arguments counts the arguments of each function that an expression with the groups name and list
// finds in a text without C comments.
func arguments(text, expression string) map[string]string {
	text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(text, "")
	find := regexp.MustCompile(expression)
	counted := map[string]string{}
	for _, m := range find.FindAllStringSubmatch(text, -1) {
		list := strings.TrimSpace(m[find.SubexpIndex("list")])
		n := strings.Count(list, ",") + 1
		if list == "" || list == "void" {
			n = 0
		}
		counted[m[find.SubexpIndex("name")]] = strings.Repeat("x", n)
	}
	return counted
}

func TestEveryCollectionHasItsLegacySymbol(t *testing.T) {
	declared := map[string]string{}
	for name := range arguments(read(t, "bridge", "entry.h"), `void frame_tvproperties_(?P<name>\w+)_\((?P<list>.*?)\);`) {
		declared[name] = "declared"
	}
	defined, listed := map[string]string{}, map[string]string{}
	for _, m := range regexp.MustCompile(`goCollection\("(\w+)", `).FindAllStringSubmatch(read(t, "bridge", "forward.c"), -1) {
		defined[m[1]] = "declared"
	}
	for _, c := range properties.Collections {
		listed[c.Name] = "declared"
	}
	same(t, "collection of entry.h and forward.c", declared, defined)
	same(t, "collection of entry.h and properties", declared, listed)
}
