package main

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/tools/compare"
)

func printFields(c *console.Console, r *compare.Result) {
	t := c.Table(2, "field", "unit", "max abs", "max rel", "RMS", "L2 rel", "ULP", "beyond", "largest at (x,y,z)", "rank", "verdict", "ref there", "new there")
	var notes []string
	for _, f := range r.Fields {
		word := c.Good("same")
		if !f.Same {
			word = c.Bad("different")
		}
		name := name(f.Path)
		figures, where := []string{figure(f.MaxAbs), figure(f.MaxRel), figure(f.RMS), figure(f.L2), compare.ULPText(f.ULP)}, f.Where
		if f.OnlyNaN() {
			figures, where = slices.Repeat([]string{"NaN"}, len(figures)), f.FirstNaN
		}
		row := append([]string{name, f.Unit}, figures...)
		t.Row(append(row, fmt.Sprintf("%d of %d", f.Beyond, f.Count), where.String(), where.RankText(), word, valueAt(where, true), valueAt(where, false))...)
		if f.Reason != "" {
			notes = append(notes, fmt.Sprintf("%s: %s", name, f.Reason))
		}
	}
	if len(r.Fields) > 0 {
		t.Render()
	}
	for _, note := range notes {
		c.Printf("%s", note)
	}
}

// figure prints a difference with the digits that matter.
func figure(f compare.Figure) string {
	if f == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2e", float64(f))
}

// name is the last part of a path.
func name(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// valueAt is one of the two values at a place, "" where they are no numbers.
func valueAt(p *compare.Place, reference bool) string {
	switch {
	case p == nil:
		return ""
	case reference:
		return string(p.Reference)
	}
	return string(p.New)
}

// printWorst lists the cells of each field that differ most.
func printWorst(c *console.Console, r *compare.Result) {
	for _, f := range r.Fields {
		if len(f.Worst) == 0 {
			continue
		}
		c.Printf("%s: the %d cells that differ most", name(f.Path), len(f.Worst))
		t := c.Table(0, "(x,y,z)", "position [m]", "ref", "new", "|new - ref|", "relative", "rank")
		for i := range f.Worst {
			w := &f.Worst[i]
			t.Row(w.String(), position(&w.Place), string(w.Reference), string(w.New), figure(w.Absolute), figure(w.Relative), w.RankText())
		}
		t.Render()
	}
}

// position is where a cell of a snapshot lies, "" elsewhere.
func position(p *compare.Place) string {
	if p.Position == nil {
		return ""
	}
	return fmt.Sprintf("%.6g,%.6g,%.6g", p.Position[0], p.Position[1], p.Position[2])
}
