package files

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A name that only the temporary ending makes too long: the message says how long it may be, and one of that length is written.
func TestNamesThatAreTooLong(t *testing.T) {
	folder := t.TempDir()
	err := Write(filepath.Join(folder, strings.Repeat("n", 250)), nil)
	if err == nil || !strings.Contains(err.Error(), "the name has 250 bytes, expected at most ") || strings.Contains(err.Error(), "file name too long") {
		t.Errorf("%v", err)
	}
	_, rest, _ := strings.Cut(err.Error(), "expected at most ")
	most, err := strconv.Atoi(strings.SplitN(rest, ":", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	most -= 2 // the number of a file may have more digits by then
	name := filepath.Join(folder, strings.Repeat("n", most))
	if err := Write(name, []byte("x")); err != nil {
		t.Errorf("%d bytes: %v", most, err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
}
