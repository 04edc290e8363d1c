package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
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

// extremes are pairs of values that have the ranges of 0 and 1 ULP, overflow, infinity, NaN and subnormal numbers at several sizes.
func extremes() map[string][]float64 {
	list := map[string][]float64{
		"overflow":     {-1e308, 1e308, 0, 1},
		"largest":      {-math.MaxFloat64, math.MaxFloat64},
		"infinite":     {math.Inf(-1), 1, math.Inf(1)},
		"all infinite": {math.Inf(1), math.Inf(1)},
		"all NaN":      {math.NaN(), math.NaN()},
		"NaN":          {math.NaN(), 300, 400},
		"subnormal":    {5e-324, 5e-324, 1e-323},
		"decades":      {5e-324, 1, math.MaxFloat64},
		"zero":         {0, 5e-324},
		"zeros":        {0, math.Copysign(0, -1)},
		"decimals":     {300.1234567, 300.1234568},
	}
	for _, v := range []float64{1e-300, 1, 300, 1e22, 1e308, math.MaxFloat64, 2.3e-308} {
		for _, s := range []float64{v, -v} {
			list[fmt.Sprintf("%g, 0 ULP", s)] = []float64{s, s, s}
			list[fmt.Sprintf("%g, 1 ULP", s)] = []float64{s, math.Nextafter(s, 0), s}
			list[fmt.Sprintf("%g, 3000 ULP", s)] = []float64{s, s * (1 - 3000*0x1p-53), s}
		}
	}
	return list
}

// within fails a test that hangs; the limit is far beyond a busy machine.
func within(t *testing.T, name string, what func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("panic: %v", r)
			}
		}()
		done <- what()
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s hangs", name)
	}
}

// Every kind of picture shows any values, or says in one line that none can be shown.
func TestExtremes(t *testing.T) {
	for name, values := range extremes() {
		at := make([]float64, len(values))
		shown := 0
		for i, v := range values {
			at[i] = float64(i)
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				shown++
			}
		}
		within(t, name+": plane", func() error {
			p := Plane{Across: "x", Up: "y", Right: 1, Top: 1, Panels: []Panel{{Columns: len(values), Rows: 1, Values: values}}, PanelWidth: 1}
			_, err := p.Encode(".svg")
			return err
		})
		within(t, name+": profile", func() error {
			for _, p := range []Profile{{At: at, Curves: []Curve{{Values: values}}}, {At: values, Length: "m", Curves: []Curve{{Values: at}}}} {
				if _, err := p.Encode(".svg"); err != nil {
					return err
				}
			}
			return nil
		})
		within(t, name+": charts", func() error {
			for _, log := range []bool{false, true} {
				positive := Series{X: at, Y: values}
				all := Stack{{LogY: log, Lines: []Series{positive}}, {LogX: log, LogY: true, Lines: []Series{{X: values, Y: at}}, MarkX: values, MarkName: make([]string, len(values))}}
				if _, err := encode(".svg", all); err != nil && shown == len(values) && !log && values[0] > 0 {
					return err
				}
			}
			bars := &Chart{LogX: true, LogY: true, Bars: &Bars{From: []float64{max(values[0], 5e-324)}, To: []float64{math.Inf(1)}, Count: []float64{3}}}
			_, err := bars.Encode(".svg")
			return err
		})
	}
}

// The ends of every range are finite, apart, and hold the values; ticks lie between them, rise, and have labels; each value has a place.
func TestSpan(t *testing.T) {
	for name, values := range extremes() {
		low, high := limits(&Panel{Values: values})
		if !(low < high) || math.IsInf(low, 0) || math.IsInf(high, 0) {
			t.Errorf("%s: %g to %g", name, low, high)
		}
		within(t, name, func() error {
			last := math.Inf(-1)
			ticks := (wholeTicks{}).Ticks(low, high)
			for _, tick := range ticks {
				at := fraction(tick.Value, low, high)
				if !(at > -1e-6 && at < 1+1e-6) || !(tick.Value > last) || tick.Label == "" || len(tick.Label) > 15 {
					return fmt.Errorf("tick %g %q at %g of %g to %g", tick.Value, tick.Label, at, low, high)
				}
				last = tick.Value
			}
			if len(ticks) < 2 || len(ticks) > mostTicks {
				return fmt.Errorf("%d ticks", len(ticks))
			}
			return nil
		})
		for _, v := range values {
			if at := fraction(v, low, high); !math.IsNaN(v) && !math.IsInf(v, 0) && !(at >= 0 && at <= 1) {
				t.Errorf("%s: %g lies at %g", name, v, at)
			}
		}
	}
}

// Values one ULP apart have different colours.
func TestColoursOfOneULP(t *testing.T) {
	low, high := limits(&Panel{Values: []float64{300, math.Nextafter(300, 400)}})
	if fraction(300, low, high) != 0 || fraction(math.Nextafter(300, 400), low, high) != 1 {
		t.Errorf("%g to %g", low, high)
	}
}
