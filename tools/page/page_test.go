//go:build hdf5

package page

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
	"drawbridge/tools/section"
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
	if strings.Contains(text, "http:") || strings.Contains(text, "https:") || strings.Contains(text, "ZgotmplZ") {
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
	for _, want := range []string{"<h1>Different</h1>", "2 of 2 fields", "&lt;script&gt;", "(5,2,1)", "step 7", "data:image/png;base64,", "1 of the 192 cells", "equal numbers"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(text, "data:image/png"); n != 6 {
		t.Errorf("%d pictures of planes, expected 6", n)
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
	r, err := series.Folders(a, b, compare.Options{Tolerance: compare.Tolerance{Absolute: 1.5e-6}})
	if err != nil {
		t.Fatal(err)
	}
	page, err := Series(r)
	if err != nil {
		t.Fatal(err)
	}
	text := sound(t, page)
	for _, want := range []string{"Growth of the difference", "Fields of step 2, the first beyond tolerance", "2 of 3 steps, the first is"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// A page and a section show values of any range: 0 and 1 ULP apart, overflow, infinite, NaN, subnormal.
func TestExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	pairs := [][2]float64{{-1e308, 1e308}, {math.MaxFloat64, -math.MaxFloat64}, {inf, 1}, {1, -inf}, {nan, nan}, {nan, 300}, {0, 5e-324}, {5e-324, 1e308}, {inf, inf}}
	for _, v := range []float64{1e-300, 300, 1e22, 1e308} {
		pairs = append(pairs, [2]float64{v, math.Nextafter(v, inf)}, [2]float64{v, v}, [2]float64{-v, math.Nextafter(-v, 0)})
	}
	cells := [3]int{10, 9, 1}
	for _, p := range pairs {
		done := make(chan struct{})
		go func() {
			defer close(done)
			folder := t.TempDir()
			var paths [2]string
			for i, v := range p {
				values := make([]float64, 90)
				for k := range values {
					values[k] = p[0]
				}
				values[27] = v
				paths[i] = filepath.Join(folder, []string{"a_1.h5", "a_2.h5"}[i])
				grid := snapshot.Grid{Cells: cells, Spacing: [3]float64{1, 1, 1}, Time: float64(i), Step: i}
				if err := snapshottest.Save(paths[i], grid, []snapshottest.Field{{Name: "T", Unit: "K", Values: values}}); err != nil {
					t.Error(err)
					return
				}
			}
			if r, err := compare.Files(paths[0], paths[1], compare.Options{Exclude: []string{"time"}, Worst: 3, UnusedNames: true}); err != nil {
				t.Errorf("%g: %v", p, err)
			} else if _, err := Files(r); err != nil {
				t.Errorf("%g: the page: %v", p, err)
			}
			sections(t, p, paths[1])
		}()
		select {
		case <-done:
		case <-time.After(2 * time.Minute):
			t.Fatalf("%g hangs", p)
		}
	}
}

func sections(t *testing.T, p [2]float64, path string) {
	f, err := hdf5file.Open(path)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	if plane, err := section.Plane(f, nil, section.Cut{}); err != nil {
		t.Errorf("%g: %v", p, err)
	} else if _, err := picture.Encode(".svg", plane); err != nil {
		t.Errorf("%g: the section: %v", p, err)
	}
	if line, err := section.Line(f, nil, section.Cut{Axis: "x", Cell: [3]int{1, 3, 1}}); err != nil {
		t.Errorf("%g: %v", p, err)
	} else if _, err := picture.Encode(".svg", line); err != nil {
		t.Errorf("%g: the line: %v", p, err)
	}
}

// noisy writes 14 fields that differ in every cell, cut into blocks: no picture is harder to pack.
func noisy(t *testing.T, seed uint64) string {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	var fields []snapshottest.Field
	for k := range 14 {
		f := snapshottest.Field{Name: fmt.Sprintf("f%02d", k), Unit: "K"}
		for range 128 * 128 * 2 {
			f.Values = append(f.Values, random.Float64())
		}
		fields = append(fields, f)
	}
	path := filepath.Join(t.TempDir(), "noisy.h5")
	g := snapshot.Grid{Cells: [3]int{128, 128, 2}, Spacing: [3]float64{1e-3, 1e-3, 1e-3}, Step: 3, Time: 1}
	if err := snapshottest.SaveBlocks(path, g, fields, [][6]int{{1, 64, 1, 128, 1, 2}, {65, 128, 1, 128, 1, 2}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// The page of 14 fields that are noise stays below 1.5 MB and shows the worst cell of each, both values, words for each picture, and
// what it leaves out.
func TestPageStaysSmall(t *testing.T) {
	r, err := compare.Files(noisy(t, 1), noisy(t, 2), compare.Options{Worst: 10})
	if err != nil {
		t.Fatal(err)
	}
	page, err := Files(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(page))
	if len(page) > 1_500_000 {
		t.Errorf("%d bytes, expected at most 1.5 MB", len(page))
	}
	text := sound(t, page)
	images := regexp.MustCompile(`<img[^>]{0,300}`).FindAllString(text, -1)
	words := map[string]bool{}
	for _, image := range images {
		alt := regexp.MustCompile(`alt="([^"]+)"`).FindStringSubmatch(image)
		if alt == nil || words[alt[1]] {
			t.Errorf("a picture without words of its own: %.120s", image)
		} else {
			words[alt[1]] = true
		}
	}
	if zooms := strings.Count(text, "cells round the worst one; x to the right, y upwards; a ring"); zooms != 14 || len(images) < 42 {
		t.Errorf("%d zooms of 14, %d pictures", zooms, len(images))
	}
	for _, want := range []string{"prefers-color-scheme: dark", "max-width: 700px", "<h1>Different</h1>", "The 10 cells that differ most", string(r.Fields[3].Where.New), string(r.Fields[3].Where.Reference)} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Index(text, "<h1>") > strings.Index(text, "<table>") || strings.Contains(text, "min-width: 900px") {
		t.Error("the verdict is not first, or a phone must scroll the page")
	}
}

// What has no room is counted, and what is smaller still comes.
func TestWhatDoesNotFit(t *testing.T) {
	c, list := content{room: mostBytes}, []shot(nil)
	for _, size := range []int{mostBytes / 2, mostBytes / 2, mostBytes / 10} {
		c.picture(&list, make([]byte, size), "x")
	}
	if len(list) != 2 || c.left != 1 {
		t.Errorf("%d pictures, %d left out", len(list), c.left)
	}
}
