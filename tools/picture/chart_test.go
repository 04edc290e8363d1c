package picture

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestChart(t *testing.T) {
	lines := &Chart{Title: "growth", X: "t [s]", Y: "error", LogY: true, MarkX: []float64{2}, MarkName: []string{"first"},
		Lines: []Series{{Name: "rho", X: []float64{1, 2, 3}, Y: []float64{1e-9, 0, 1e-3}, Points: true}, {Name: "p", X: []float64{1, 2, 3}, Y: []float64{math.NaN(), math.Inf(1), 1}}}}
	bars := &Chart{Title: "histogram", X: "difference", Y: "cells", LogX: true, LogY: true,
		Bars: &Bars{From: []float64{1e-9, 2e-9}, To: []float64{2e-9, 4e-9}, Count: []float64{3, 100}}}
	for name, c := range map[string]*Chart{"lines": lines, "bars": bars} {
		for _, ending := range []string{".png", ".svg"} {
			path := filepath.Join(t.TempDir(), name+ending)
			if err := c.Save(path); err != nil {
				t.Fatal(err)
			}
			if folder := os.Getenv("KEEP_PICTURES"); folder != "" {
				data, _ := c.Encode(ending)
				_ = os.WriteFile(filepath.Join(folder, name+ending), data, 0o644)
			}
		}
	}
	svg, err := lines.Encode(".svg")
	if err != nil || !bytes.Contains(svg, []byte("growth")) || !bytes.Contains(svg, []byte("1e-09")) || !bytes.Contains(svg, []byte("sans-serif")) {
		t.Errorf("%v in %.600s", err, svg)
	}
	none := &Chart{Title: "none", LogY: true, Lines: []Series{{X: []float64{1}, Y: []float64{0}}}}
	if _, err := none.Encode(".png"); err == nil || !strings.Contains(err.Error(), "no value can be shown") {
		t.Errorf("%v", err)
	}
	if _, err := lines.Encode(".pdf"); err == nil {
		t.Error("a .pdf was drawn")
	}
}

// A chart as SVG names its repeated styles once: each class is defined, no text is lost, and it is still XML.
func TestStylesOfSVG(t *testing.T) {
	h := &Chart{Title: "a <title>", X: "x", Y: "y", Lines: []Series{{Name: "one & two", X: []float64{1, 2, 3}, Y: []float64{1, 4, 2}}}}
	plain, err := encode(".svg", h)
	if err != nil {
		t.Fatal(err)
	}
	small, err := h.Encode(".svg")
	if err != nil || len(small) > len(plain)*3/4 {
		t.Errorf("%v: %d bytes of %d", err, len(small), len(plain))
	}
	texts := func(svg []byte) (list []string) {
		d := xml.NewDecoder(bytes.NewReader(svg))
		for {
			token, err := d.Token()
			if err != nil {
				if err != io.EOF {
					t.Error(err)
				}
				return list
			}
			start, is := token.(xml.StartElement)
			if !is || start.Name.Local == "style" {
				continue
			}
			list = append(list, start.Name.Local)
			for _, a := range start.Attr {
				if a.Name.Local == "class" && !bytes.Contains(svg, []byte("."+a.Value+"{")) {
					t.Errorf("class %s is not defined", a.Value)
				}
			}
		}
	}
	if a, b := texts(plain), texts(small); len(a) < 10 || !slices.Equal(a, b) {
		t.Errorf("%d elements, expected %d", len(b), len(a))
	}
}
