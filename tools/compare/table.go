package compare

import (
	"fmt"
	"math"
	"path"
	"slices"
)

// Table lays results out for people: the page shows all columns, the command those that it names. The first cell of a row is a name, the
// second the verdict.
type Table struct {
	Title, Note string
	Columns     []string
	Rows        []Row
}

// Row is a row of a table.
type Row struct {
	Anchor string // where a page says more; "": nowhere
	Same   bool
	Cells  []string
}

// Add appends a row.
func (t *Table) Add(name string, same bool, cells ...string) {
	verdict := map[bool]string{true: "same", false: "different"}[same]
	t.Rows = append(t.Rows, Row{Same: same, Cells: append([]string{name, verdict}, cells...)})
}

// Table is that of the fields.
func (r *Result) Table() Table {
	t := Table{Columns: []string{"field", "verdict", "unit", "max abs", "max rel", "beyond", "largest at (x,y,z)", "ref there", "new there", "rank",
		"RMS", "L1 rel", "L2 rel", "L∞ rel", "ULP", "1 - correlation"}}
	for _, f := range r.Fields {
		figures := f.Figures(f.MaxAbs, f.MaxRel, f.RMS, f.L1, f.L2, f.Linf, Figure(f.ULP), 1-f.Correlation)
		if !f.OnlyNaN() {
			figures[6] = ULPText(f.ULP)
		}
		if last := len(figures) - 1; !f.OnlyNaN() && math.IsNaN(float64(f.Correlation)) { // a constant field has none
			figures[last] = "-"
		}
		place := f.Place()
		t.Add(path.Base(f.Path), f.Same, slices.Concat([]string{f.Unit}, figures[:2], []string{fmt.Sprintf("%d of %d", f.Beyond, f.Count), place.String()},
			place.values(), figures[2:])...)
	}
	return t
}

// Place is that of the largest difference, or of the first NaN where nothing else parts the two.
func (f *Field) Place() *Place {
	if f.OnlyNaN() {
		return f.FirstNaN
	}
	return f.Where
}

// values are both values at a place, and its rank.
func (p *Place) values() []string {
	if p == nil {
		return []string{"", "", ""}
	}
	return []string{string(p.Reference), string(p.New), p.RankText()}
}

// Figures prints figures of a field, which are NaN where nothing but NaN parts the two.
func (f *Field) Figures(figures ...Figure) (list []string) {
	for _, v := range figures {
		if f.OnlyNaN() {
			v = Figure(math.NaN())
		}
		list = append(list, v.String())
	}
	return list
}

// WorstCells are the columns of the cells that differ most, and their rows.
func (f *Field) WorstCells() (columns []string, rows [][]string) {
	for i := range f.Worst {
		w := &f.Worst[i]
		at := ""
		if p := w.Position; p != nil {
			at = fmt.Sprintf("%.6g,%.6g,%.6g", p[0], p[1], p[2])
		}
		rows = append(rows, []string{w.Place.String(), at, string(w.Reference), string(w.New), w.Absolute.String(), w.Relative.String(), w.RankText()})
	}
	return []string{"(x,y,z)", "position [m]", "ref", "new", "|new - ref|", "relative", "rank"}, rows
}

// String prints a difference with the digits that matter.
func (f Figure) String() string {
	if f == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2e", float64(f))
}
