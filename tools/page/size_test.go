//go:build hdf5

package page

import (
	"fmt"
	"html/template"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/snapshottest"
)

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
	if zooms := strings.Count(text, "cells round the worst one"); zooms != 14 || len(images) < 20 {
		t.Errorf("%d zooms of 14, %d pictures", zooms, len(images))
	}
	if len(images) < 14*5 && !strings.Contains(text, "pictures are left out to keep this page small") {
		t.Errorf("%d pictures, and no word of those that lack", len(images))
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

// Charts go first, then planes, zooms last; the first fields keep theirs longest.
func TestWhatDoesNotFit(t *testing.T) {
	picture := func(share float64) *shot {
		return &shot{Picture: template.URL(strings.Repeat("x", int(share*mostBytes)))}
	}
	c := content{Growth: template.URL(strings.Repeat("x", mostBytes/10))}
	for range 3 {
		c.Cards = append(c.Cards, card{Zoom: picture(.1), Plane: picture(.25), Charts: []shot{*picture(.05), *picture(.2)}})
	}
	left := c.fit()
	if left != 5 || c.Cards[2].Zoom == nil || c.Cards[1].Plane == nil || c.Cards[2].Plane != nil || len(c.Cards[0].Charts) != 1 || len(c.Cards[1].Charts) != 1 || len(c.Cards[2].Charts) != 0 {
		t.Errorf("%d left out", left)
	}
}
