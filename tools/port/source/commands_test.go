package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A refused flag is refused in whatever order the commands of one file stand, and so are commands that differ.
func TestCommandsOfOneFile(t *testing.T) {
	one := func(flags string) string {
		return `{"directory": "/b", "command": "gfortran ` + flags + ` -c a.F90", "file": "a.F90"}`
	}
	const bad, two = "-fno-automatic", "two commands for a.F90, with -DA"
	for _, c := range [][2]string{{"-DA|" + bad, bad}, {bad + "|-DA", bad}, {"-DA|" + bad + "|-DA", bad}, {"-DA|-DA -O2", ""}, {"-DA|-DB", two}, {"-DA|-DB|-DB", two}, {"-DA|-DA -Ii", two}} {
		var list []string
		for _, flags := range strings.Split(c[0], "|") {
			list = append(list, one(flags))
		}
		path := filepath.Join(t.TempDir(), "commands.json")
		if err := os.WriteFile(path, []byte("["+strings.Join(list, ",")+"]"), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := ReadCommands(path)
		if err != nil {
			t.Fatal(err)
		}
		got := all["/b/a.F90"].Bad
		if (got == nil) != (c[1] == "") || got != nil && !strings.Contains(got.Error(), c[1]) {
			t.Errorf("%s: %v, expected %q", c[0], got, c[1])
		}
	}
}

// Words that are quoted for a shell are read back.
func TestWordsAreQuotedForAShell(t *testing.T) {
	for _, list := range [][]string{{"-DN=(2 + 1)", "-DS='it''s'", "", `-DQ="a\"`, "-DF(a,b)=a", "plain.f90", "$HOME", "a;b"}, {"-O2", "-I/a/b"}} {
		text := Quoted(list)
		if got := Words(text); strings.Join(got, "|") != strings.Join(list, "|") {
			t.Errorf("%s gives %q, expected %q", text, got, list)
		}
	}
	if got := Quoted([]string{"-O2", "-DN=(2 + 1)"}); got != "-O2 '-DN=(2 + 1)'" {
		t.Error(got)
	}
}
