package doctor

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFoldersThatCanBeMade: a relative folder, or one below the root, has few slashes, and can be made all the same.
func TestFoldersThatCanBeMade(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"cache", "./cache", "a/b/c", "../cache", filepath.Join(t.TempDir(), "a", "b")} {
		if err := writable(folder); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if os.Geteuid() == 0 {
		if err := writable("/drawbridge-doctor-cache"); err != nil {
			t.Error(err)
		}
	}
	written(t, ".", "file", "")
	for _, folder := range []string{"file", "file/cache"} {
		if writable(folder) == nil {
			t.Errorf("%s: a file passes for a folder", folder)
		}
	}
}
