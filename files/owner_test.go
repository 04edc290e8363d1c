package files

import (
	"path/filepath"
	"regexp"
	"testing"
)

// Two machines of one name and one number of a process space are two owners.
func TestOwnersOfOneName(t *testing.T) {
	a, b := ownerOf("localhost", "0a1b2c3d-0000", "pid:[4026531836]"), ownerOf("localhost", "ffffffff-0000", "pid:[4026531836]")
	if a == b || a != "localhost-0a1b2c3d-4026531836" {
		t.Errorf("%s and %s", a, b)
	}
	if got := ownerOf("a-b", "", "pid:[1]"); got != "a_b-1" {
		t.Errorf("without a boot: %s", got)
	}
	if mine := owner(); !regexp.MustCompile(`-[0-9a-f]{8}-\d+$`).MatchString(mine) {
		t.Errorf("this owner is %s", mine)
	}
}

// Only names of the exact form are temporary.
func TestNamesOfTemporaries(t *testing.T) {
	for name, want := range map[string]bool{
		filepath.Base(Temporary("/a/run.h5")): true, "s.h5.part-host-4026531836-12-1": true, ".s.h5.part-123": true,
		"field.part-1": false, "s.part-a-b": false, "s.h5.part-host-1-1": false, ".part-1": false, "a.part-x-1-2-3.h5": false,
	} {
		if IsTemporary(name) != want {
			t.Errorf("%s is temporary: %v, expected %v", name, !want, want)
		}
	}
}
