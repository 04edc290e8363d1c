package entries

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrongTables(t *testing.T) {
	const good = "section A\nabout it\ndrawbridge_a\n  Does a.\n  x: int = a number\n"
	if list, err := readTable(good); err != nil || len(list) != 1 || len(list[0].functions) != 1 || list[0].about != "about it" {
		t.Fatalf("%v, %v", list, err)
	}
	for _, c := range []struct{ table, want string }{
		{"drawbridge_a\n", "entries.txt:1: 'drawbridge_a' stands before the first section"},
		{good + "drawbridge_a\n  Again.\n", "entries.txt:6: drawbridge_a stands twice"},
		{good + "  x: int = again\n", "entries.txt:6: drawbridge_a: the argument x stands twice"},
		{good + "  X: int = again\n", "the argument X stands twice"},
		{good + "  y: number = a number\n", "entries.txt:6: drawbridge_a: y: 'number' is no type"},
		{good + "  y: in int[n] = numbers\n", "'in int[n]' is no type"},
		{good + "  y int = a number\n", "is no argument: NAME: TYPE = MEANING is expected"},
		{good + "  returns something\n", "is no argument"},
		{good + "drawbridge_b\n  x: int = a number\n", "entries.txt:6: drawbridge_b has no meaning"},
		{good + "bridge_b\n  Does b.\n", "entries.txt:6: 'bridge_b' is no function"},
		{good + "  y: int = a*/b\n", "y: its meaning would end a comment of C"},
		{"section A\ndrawbridge_a\n  Does a*/b.\n", "would end a comment of C"},
		{good + "  calls b()\n", "'calls b()' is no argument"},
		{good + "drawbridge_b\n  Does b.\n  by hand\n  calls goB()\n", "entries.txt:6: drawbridge_b: it is written by hand"},
		{good + "drawbridge_b\n  Does b.\n  calls goB(struct_b{x})\n", "entries.txt:6: drawbridge_b: 'struct_b{x}' is neither an argument"},
		{good + "drawbridge_b\n  Does b.\n  calls goB(y)\n  x: int = a number\n", "entries.txt:6: drawbridge_b: 'y' is neither an argument"},
		{good + "drawbridge_b\n  Does b.\n  calls goB(1)\n  x: int = a number\n", "entries.txt:6: drawbridge_b: goB does not get x"},
		{good + "frame_b_\n  Does b.\n", "entries.txt:6: frame_b_: which Go export it calls is missing"},
		{"section A\n  Does a.\n", "entries.txt:2: 'Does a.' belongs to no function"},
	} {
		if _, err := readTable(c.table); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, expected %q", c.table, err, c.want)
		}
	}
}

func TestModuleWithoutMarks(t *testing.T) {
	if _, err := withTables(filepath.Join("..", "..", ".."), "contains\n", nil); err == nil {
		t.Error("a module without the place for the blocks is taken")
	}
	module, err := os.ReadFile(filepath.Join("..", "..", "..", moduleFile))
	if err != nil {
		t.Fatal(err)
	}
	list, err := readTable(cFace)
	if err != nil {
		t.Fatal(err)
	}
	unknown := "# a type that the module does not have\ntype plam_t\n"
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "fortran"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, proceduresFile), []byte(unknown), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := withTables(root, string(module), list); err == nil || !strings.Contains(err.Error(), "procedures.txt:2: fortran/drawbridge.f90 has no type plam_t") {
		t.Errorf("an unknown type: %v", err)
	}
}
