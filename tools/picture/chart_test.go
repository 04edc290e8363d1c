package picture

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestChart(t *testing.T) {
	lines := &Chart{Title: "growth", X: "t [s]", Y: "error", LogY: true, MarkX: []float64{2}, MarkName: []string{"first"},
		Lines: []Series{{Name: "rho", X: []float64{1, 2, 3}, Y: []float64{1e-9, 0, 1e-3}, Points: true}, {Name: "p", X: []float64{1, 2, 3}, Y: []float64{math.NaN(), math.Inf(1), 1}}}}
	for name, c := range map[string]*Chart{"lines": lines} {
		for _, ending := range []string{".png", ".svg"} {
			path := filepath.Join(t.TempDir(), name+ending)
			if err := Save(path, c); err != nil {
				t.Fatal(err)
			}
			if folder := os.Getenv("KEEP_PICTURES"); folder != "" {
				data, _ := Encode(ending, c)
				_ = os.WriteFile(filepath.Join(folder, name+ending), data, 0o644)
			}
		}
	}
	svg, err := Encode(".svg", lines)
	if err != nil || !bytes.Contains(svg, []byte("growth")) || !bytes.Contains(svg, []byte("1e-09")) {
		t.Errorf("%v in %.600s", err, svg)
	}
	none := &Chart{Title: "none", LogY: true, Lines: []Series{{X: []float64{1}, Y: []float64{0}}}}
	if _, err := Encode(".png", none); err == nil || !strings.Contains(err.Error(), "no value can be shown") {
		t.Errorf("%v", err)
	}
	if _, err := Encode(".pdf", lines); err == nil {
		t.Error("a .pdf was drawn")
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
			_, err := Encode(".svg", &p)
			return err
		})
		within(t, name+": profile", func() error {
			for _, p := range []Profile{{At: at, Curves: []Curve{{Values: values}}}, {At: values, Length: "m", Curves: []Curve{{Values: at}}}} {
				if _, err := Encode(".svg", &p); err != nil {
					return err
				}
			}
			return nil
		})
		within(t, name+": charts", func() error {
			for _, log := range []bool{false, true} {
				positive := Series{X: at, Y: values}
				for _, h := range []*Chart{{LogY: log, Lines: []Series{positive}}, {LogX: log, LogY: true, Lines: []Series{{X: values, Y: at}}, MarkX: values, MarkName: make([]string, len(values))}} {
					if _, err := Encode(".svg", h); err != nil && shown == len(values) && !log && values[0] > 0 {
						return err
					}
				}
			}
			return nil
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
