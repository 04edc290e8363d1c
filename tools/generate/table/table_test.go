package table

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	list := Lines("a.txt", "# a remark\n\nhead\n  part \n")
	if len(list) != 2 || list[0].Text != "head" || list[0].Belongs || list[1].Text != "part" || !list[1].Belongs {
		t.Errorf("%+v", list)
	}
	if err := list[1].Fault("'%s' is wrong", "part"); err.Error() != "a.txt:4: 'part' is wrong" {
		t.Error(err)
	}
}

// Rows of a page take the place of those that were there.
func TestRowsInAPage(t *testing.T) {
	root, head := t.TempDir(), "| name | unit |\n|---|---|\n"
	if err := os.WriteFile(filepath.Join(root, "page.md"), []byte("# Page\n\n"+head+"| `old` | 1 |\n\nrest\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if page, err := InPage(root, "page.md", head, "| `new` | 2 |\n"); err != nil || page != "# Page\n\n"+head+"| `new` | 2 |\n\nrest\n" {
		t.Errorf("%v: %s", err, page)
	}
	for _, c := range []struct {
		err  func() error
		want string
	}{
		{func() error { _, err := InPage(root, "page.md", "| other |\n", ""); return err }, "page.md has no table that begins with the line | other |"},
		{func() error { _, err := Rows(root, "page.md", `(?m)^\| (\S+)`, 4); return err }, "page.md has 2 rows of the form (?m)^\\| (\\S+), at least 4 are expected"},
		{func() error { _, err := Text(root, "none.md"); return err }, "none.md"},
	} {
		if err := c.err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
}
