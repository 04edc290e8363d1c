package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	for _, text := range []string{"one", "another"} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q %v, expected %q", got, err, text)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

func TestRefused(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "none", "a.txt"), folder, os.DevNull} {
		err := Write(path, []byte("x"))
		if err == nil || !strings.HasPrefix(err.Error(), path+": cannot be written: ") || strings.Contains(err.Error(), ".part-") {
			t.Errorf("%v", err)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
	if list, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "*.part-*")); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
}
