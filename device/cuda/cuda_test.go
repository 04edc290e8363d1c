package cuda

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/device"
)

func TestTheCacheTrustsOnlyWholeFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made", "on demand")
	const set = "digest"
	e := cacheEntry(folder, "kernel", []string{"12040", "unit"}, set)
	if _, ok := e.read(); ok {
		t.Fatal("an entry that was never written is read")
	}
	if err := e.write([]byte("a cubin")); err != nil {
		t.Fatal(err)
	}
	if data, ok := e.read(); !ok || !bytes.Equal(data, []byte("a cubin")) {
		t.Fatalf("got %q, %v", data, ok)
	}
	whole, err := os.ReadFile(e.path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{"cut": whole[:len(whole)-1], "empty": {}, "foreign": []byte("something of another program, long enough"),
		"one bit": append(append([]byte{}, whole[:len(whole)-1]...), whole[len(whole)-1]^1)} {
		if err := os.WriteFile(e.path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := e.read(); ok {
			t.Errorf("%s: a damaged entry is trusted", name)
		}
	}
	if err := os.WriteFile(e.path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]entry{"unit": cacheEntry(folder, "kernel", []string{"12040", "another unit"}, set),
		"choice": {strings.TrimSuffix(e.path, suffix) + choiceSuffix}} {
		if err := os.WriteFile(other.path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := other.read(); ok {
			t.Errorf("%s: a whole entry under the name of another is trusted", name)
		}
	}
	if _, ok := e.read(); !ok {
		t.Error("the entry under its own name is not trusted")
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".part-*")); len(left) > 0 {
		t.Errorf("temporary files stay: %v", left)
	}
}

func TestEverythingThatMakesAKernelNamesItsEntry(t *testing.T) {
	base := cacheEntry("f", "k", []string{"12040", "unit"}, "text")
	for what, other := range map[string]entry{
		"compiler": cacheEntry("f", "k", []string{"12050", "unit"}, "text"),
		"unit":     cacheEntry("f", "k", []string{"12040", "unit 2"}, "text"),
		"set":      cacheEntry("f", "k", []string{"12040", "unit"}, "texts"),
		"shifted":  cacheEntry("f", "k", []string{"1204", "0unit"}, "text"),
	} {
		if other.path == base.path {
			t.Errorf("another %s gives the same entry", what)
		}
	}
	defer func(own string) { processor = own }(processor)
	processor = "another"
	if cacheEntry("f", "k", []string{"12040", "unit"}, "text").path == base.path {
		t.Error("a host of another processor takes the same entry")
	}
	if cacheEntry("", "k", nil, "").path != "" {
		t.Error("a cache that is off has an entry")
	}
}

func TestACacheThatCannotBeWrittenIsNoFailure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	e := cacheEntry(file, "k", nil, "") // a file where a folder should be
	if e.write([]byte("x")) == nil {
		t.Error("nothing is said of a cache that cannot be written")
	}
	if _, ok := e.read(); ok {
		t.Error("something was read")
	}
}

func TestWhatBoxesCover(t *testing.T) {
	left := []device.Box{
		{Bytes: 8, Extent: [4]int{3, 1, 1, 2}, Offset: 0, Stride: [4]int{1, 5, 25, 1000}},
		{Bytes: 8, Extent: [4]int{5, 4, 1, 2}, Offset: 3, Stride: [4]int{1, 5, 25, 1000}},
	}
	if s := cover(left); s != (span{0, 23, 2, 1000}) {
		t.Errorf("components apart: %+v", s)
	}
	right := []device.Box{{Bytes: 8, Extent: [4]int{7, 1, 1, 3}, Offset: 0, Stride: [4]int{3, 21, 21, 1}}}
	if s := cover(right); s != (span{0, 21, 1, 21}) {
		t.Errorf("components between each other: %+v", s)
	}
}
