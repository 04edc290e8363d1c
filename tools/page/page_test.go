//go:build hdf5

package page

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/series"
	"drawbridge/tools/snapshottest"
)

// write makes a step; `wrong` is added to one cell, the name of the field is hostile.
func write(t *testing.T, folder string, step int, wrong float64) string {
	t.Helper()
	data := make([]float64, 16*12*2)
	for i := range data {
		data[i] = 100 + float64(i%16)
	}
	data[20] += wrong
	path := filepath.Join(folder, fmt.Sprintf("s%d.h5", step))
	g := snapshot.Grid{Cells: [3]int{16, 12, 2}, Spacing: [3]float64{1e-3, 1e-3, 1e-3}, Step: step, Time: float64(step), Case: "<b>case</b>"}
	if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "<script>", Unit: "kg/m3", Values: data}, {Name: "T", Unit: "K", Values: data}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// sound reads the page as XML would (its void elements aside) and refuses what reaches outside.
func sound(t *testing.T, page []byte) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(page)))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if name := start.Name.Local; name == "script" || name == "link" || name == "iframe" || name == "b" {
			t.Errorf("the page holds <%s>", name)
		}
		for _, a := range start.Attr {
			if a.Name.Local == "src" && !strings.HasPrefix(a.Value, "data:image/") {
				t.Errorf("the page refers to %.60s", a.Value)
			}
		}
	}
	text := string(page)
	if strings.Contains(text, "http") || strings.Contains(text, "ZgotmplZ") {
		t.Error("the page reaches outside, or a picture was refused by the template")
	}
	return text
}

func TestPageOfFiles(t *testing.T) {
	a, b := write(t, t.TempDir(), 7, 0), write(t, t.TempDir(), 7, 1e-3)
	r, err := compare.Files(a, b, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := Files(r)
	if err != nil {
		t.Fatal(err)
	}
	text := sound(t, page)
	for _, want := range []string{"<h1>Different</h1>", "2 different", "&lt;script&gt;", "(5,2,1)", "step 7", "data:image/png;base64,", "data:image/svg&#43;xml;base64,", "1 of the 192 cells", "equal numbers"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(text, "data:image/png"); n != 2 {
		t.Errorf("%d pictures of planes, expected 2", n)
	}
	same, _ := compare.Files(a, a, compare.Options{})
	if page, err = Files(same); err != nil || !strings.Contains(sound(t, page), "<h1>Same</h1>") {
		t.Errorf("same: %v", err)
	}
}

func TestPageOfSeries(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for step := 1; step <= 3; step++ {
		write(t, a, step, 0)
		write(t, b, step, 1e-6*float64(step))
	}
	r, err := series.Folders(a, b, compare.Options{Tolerance: compare.Tolerance{Absolute: 1.5e-6}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	page, err := Series(r)
	if err != nil {
		t.Fatal(err)
	}
	text := sound(t, page)
	for _, want := range []string{"Growth of the difference", "Fields of step 2, the first beyond tolerance", "2 of 3 steps different"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
