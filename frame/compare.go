package frame

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// A plan beside the owner's own routine (DRAWBRIDGE_CHECK=compare). The routine is called by its own side of the border, with
// copies: x are the inputs at some points and y is for the outputs, column by column in the order of read and write.

const (
	comparedRuns   = 3     // of each plan
	comparedPoints = 20000 // at most, of each run
	agreement      = 1e-9  // relative difference of two codes that compute the same
)

// comparison is what a plan knows of its comparison.
type comparison struct {
	runs    int
	number  int       // among the plans that are compared
	points  []int     // interior points of the run that is compared, counted from 1; nil: none is
	x, ours []float64 // inputs and outputs there
	worst   []deviation
	grown   bool                   // a difference is ten times the one that was told
	kept    *properties.Comparison // of the run that was told last; nil: nothing differs
}

// column is one number of a point: a view, or one component of it.
type column struct {
	b         *binding
	component int
	name      string
}

// deviation is how far one column is from the owner's.
type deviation struct {
	run, point   int // where it is largest; 0: nowhere is any
	relative     float64
	ours, theirs float64
	failed       int // points at which only the owner has a number
	missing      int // points at which the owner has none
}

// Reference asks whether the next run is to be compared, and takes its inputs. It gives the points and the numbers of each point
// that the owner's routine reads and writes; 0: nothing is compared.
func (p *Plan) Reference() (points, inputs, outputs int, err error) {
	p.compared.points = nil
	if p.frame.values["check"] != "compare" || p.compared.runs >= comparedRuns || p.ready() != nil {
		return 0, 0, 0, nil // what is not ready the run refuses
	}
	for _, b := range p.reads {
		if !b.kept() && !b.array.Device {
			if err := p.frame.bringBack(b.array, nil); err != nil {
				return 0, 0, 0, err
			}
		}
	}
	at := spread(p.points(), comparedPoints, p.compared.runs)
	if p.compared.x, err = p.valuesAt(p.columns(p.reads), at); err != nil {
		return 0, 0, 0, err
	}
	p.compared.points, p.compared.ours = at, nil
	return len(at), len(p.columns(p.reads)), len(p.columns(p.writes)), nil
}

// spread are at most so many of all points, at even distances; other ones in another turn.
func spread(all, most, turn int) []int {
	n := min(all, most)
	points := make([]int, n)
	for i := range points {
		points[i] = 1 + (i*all+turn*all/comparedRuns)/n%all
	}
	slices.Sort(points)
	return slices.Compact(points)
}

// columns are the numbers of a point in some views. Flags are Drawbridge's alone.
func (p *Plan) columns(list []*binding) []column {
	var columns []column
	for _, b := range list {
		for k := range b.array.Width {
			name := b.name
			if b.array.Width > 1 {
				name = fmt.Sprintf("%s(%d)", b.view, k+1)
			}
			if b.view != "flag" {
				columns = append(columns, column{b, k, name})
			}
		}
	}
	return columns
}

// valuesAt reads columns at points, from the device where the values stay there.
func (p *Plan) valuesAt(columns []column, points []int) ([]float64, error) {
	values := make([]float64, 0, len(columns)*len(points))
	var view []float64 // all components at all points
	for _, c := range columns {
		if width := c.b.array.Width; c.component == 0 {
			view = make([]float64, width*len(points))
			for i, t := range points {
				at, err := p.at(c.b, t)
				if err != nil {
					return nil, err
				}
				for k, v := range at {
					view[k*len(points)+i] = v
				}
			}
		}
		values = append(values, view[c.component*len(points):(c.component+1)*len(points)]...)
	}
	return values, nil
}

// at is what the array holds at an interior point, in the caller's unit.
func (p *Plan) at(b *binding, t int) ([]float64, error) {
	if b.array.Device {
		return b.array.AtOn(p.frame.device, t)
	}
	if b.copy != nil && b.copy.OnDevice {
		values, err := b.copy.At(t)
		return values, err
	}
	return b.array.At(t), nil
}

// CompareInputs are the inputs of the run that is compared.
func (p *Plan) CompareInputs() ([]float64, error) {
	if p.compared.points == nil {
		return nil, status.Errorf(status.Order, "plan of %s: no run is compared; call plan_reference before the run, and continue where it gives points", p.collection)
	}
	return p.compared.x, nil
}

// CompareOutputs is how many numbers Compare expects.
func (p *Plan) CompareOutputs() int { return len(p.compared.points) * len(p.columns(p.writes)) }

// taken keeps the outputs of a run that is compared.
func (p *Plan) taken() error {
	if p.compared.points == nil {
		return nil
	}
	var err error
	p.compared.ours, err = p.valuesAt(p.columns(p.writes), p.compared.points)
	return err
}

// Compare holds the outputs of the owner's routine beside those of the run, and tells what differs, and why if it finds a reason.
func (p *Plan) Compare(theirs []float64) error {
	c := &p.compared
	if c.points == nil || c.ours == nil {
		return status.Errorf(status.Order, "plan of %s: no run is compared; call plan_reference and run before", p.collection)
	}
	c.runs++
	if c.runs == 1 {
		p.frame.compared++
		c.number = p.frame.compared
	}
	columns, n := p.columns(p.writes), len(c.points)
	if c.worst == nil || len(c.worst) != len(columns) {
		c.worst = make([]deviation, len(columns))
	}
	for k := range columns {
		d := deviationOf(c.ours[k*n:(k+1)*n], theirs[k*n:(k+1)*n], c.points)
		d.run = c.runs
		w := &c.worst[k]
		if c.runs == 1 || d.relative > w.relative {
			c.grown = c.grown || d.relative > max(10*w.relative, agreement)
			d.failed, d.missing = d.failed+w.failed, d.missing+w.missing
			*w = d
		} else {
			w.failed, w.missing = w.failed+d.failed, w.missing+d.missing
		}
	}
	switch {
	case c.runs == 1 || c.grown:
		p.tellComparison(columns, theirs)
	case c.runs == comparedRuns:
		p.frame.warnHere(fmt.Sprintf("compare: plan of %s compared with your routine: no difference grew in runs 2 to %d", p.collection, c.runs))
	}
	c.grown = false
	c.points, c.x, c.ours = nil, nil, nil
	return nil
}

// deviationOf compares two columns. Relative means to the owner's value, or to a hundredth of its mean where that is more: energies
// pass through zero.
func deviationOf(ours, theirs []float64, points []int) (d deviation) {
	floor := properties.MeanSize(theirs) / 100
	for i, own := range theirs {
		switch {
		case math.IsNaN(own):
			d.missing++
			continue
		case math.IsNaN(ours[i]):
			d.failed++
		}
		r := properties.Relative(ours[i], own, floor)
		if r > d.relative || d.point == 0 {
			d.relative, d.point, d.ours, d.theirs = r, points[i], ours[i], own
		}
	}
	return d
}

// tellComparison writes down the largest differences so far, and keeps this run for drawbridge explain.
func (p *Plan) tellComparison(columns []column, theirs []float64) {
	c := &p.compared
	lines := []string{fmt.Sprintf("compare: plan of %s compared with your routine, run %d, %d of %d points", p.collection, c.runs, len(c.points), p.points())}
	differ := false
	for k, w := range c.worst {
		lines = append(lines, "  "+columns[k].name+": "+w.text(p.reads[0].array))
		differ = differ || w.point > 0 && w.relative > agreement
	}
	if differ {
		if err := p.keepComparison(columns, theirs); err != nil {
			lines = append(lines, fmt.Sprintf("  no reason can be looked for: %v", err))
		}
	}
	p.frame.warnHere(strings.Join(lines, "\n"))
	for _, line := range lines {
		p.frame.report.Note("%s", strings.TrimSpace(line))
	}
}

// text says where a column differs most. a gives the indices of a point.
func (d deviation) text(a views.HostArray) string {
	var words []string
	switch i := a.Indices(max(d.point, 1)); {
	case d.point == 0:
		words = append(words, "your routine gives no numbers")
	case d.failed > 0:
		words = append(words, fmt.Sprintf("NaN at %d points where yours is a number, as at (%d,%d,%d): yours %.9g", d.failed, i[0], i[1], i[2], d.theirs))
	case d.relative <= agreement:
		words = append(words, fmt.Sprintf("agrees to %.1e", d.relative))
	default:
		words = append(words, fmt.Sprintf("differs by %.1e at (%d,%d,%d): %.9g, yours %.9g", d.relative, i[0], i[1], i[2], d.ours, d.theirs))
	}
	if d.missing > 0 && d.point > 0 {
		words = append(words, fmt.Sprintf("yours is NaN at %d points", d.missing))
	}
	return strings.Join(words, "; ")
}

// comparedFile is what drawbridge explain reads, in the folder where the program runs.
const comparedFile = "drawbridge_compare.json"

// keepComparison takes the points of the run at which the columns differ most.
func (p *Plan) keepComparison(columns []column, theirs []float64) error {
	c, n := &p.compared, len(p.compared.points)
	kept := &properties.Comparison{Plan: c.number, Collection: p.collection}
	if err := p.frame.properties.Describe(kept); err != nil {
		return err
	}
	describe := func(c column, values, theirs []float64) properties.ComparedColumn {
		a := c.b.array
		return properties.ComparedColumn{Name: c.name, View: c.b.view, Component: c.component + max(a.Part-1, 0), Scale: a.Unit.Scale, Offset: a.Unit.Offset,
			Values: values, Theirs: theirs}
	}
	for k, input := range p.columns(p.reads) {
		kept.Inputs = append(kept.Inputs, describe(input, c.x[k*n:(k+1)*n], nil))
	}
	slices.SortStableFunc(kept.Inputs, func(a, b properties.ComparedColumn) int { return a.Component - b.Component })
	for k, output := range columns {
		kept.Outputs = append(kept.Outputs, describe(output, c.ours[k*n:(k+1)*n], theirs[k*n:(k+1)*n]))
	}
	kept.Worst()
	if c.kept == nil {
		c.kept = kept
		p.frame.comparisons = append(p.frame.comparisons, kept)
	} else {
		*c.kept = *kept
	}
	return nil
}

// tellCompared writes what differs on any rank into one file, and names the command that looks for the reason. Collective where there are
// ranks. It reminds of a check that had nothing to do.
func (f *Frame) tellCompared() {
	if f.values["check"] == "compare" && f.compared == 0 {
		f.warnHere("check=compare: no plan was given your routine by plan%reference, or none ran after it, so nothing was compared (docs/how_to/compare_routine.md)")
	}
	all := f.everyComparison()
	if len(all) == 0 {
		return
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = files.Write(comparedFile, text)
	}
	if err != nil {
		f.warnHere(fmt.Sprintf("check=compare: what differs could not be written to %s: %v", comparedFile, err))
		return
	}
	f.warnHere(fmt.Sprintf("compare: to look for the reasons, type: drawbridge explain %s", comparedFile))
}

// everyComparison joins those of all ranks on rank 0; the others have none. Ranks may have other settings, so each takes part. Where the
// others cannot be reached, a rank has its own.
func (f *Frame) everyComparison() []*properties.Comparison {
	if f.ranks == nil || f.ranks.Alive() != nil {
		return f.comparisons
	}
	mine, err := json.Marshal(f.comparisons) // of finite numbers, or null
	if err != nil {
		f.warnHere(fmt.Sprintf("check=compare: what differs on this rank could not be written: %v", err))
		mine = []byte("[]")
	}
	records, err := f.ranks.Gather("finalize", mine)
	if err != nil {
		return f.comparisons
	}
	var joined []*properties.Comparison
	for _, record := range records {
		var list []*properties.Comparison
		if json.Unmarshal(record, &list) != nil {
			return f.comparisons
		}
		for _, c := range list {
			if !slices.ContainsFunc(joined, func(j *properties.Comparison) bool { return j.Join(c) }) {
				joined = append(joined, c)
			}
		}
	}
	for _, c := range joined {
		c.Worst()
	}
	return joined
}
