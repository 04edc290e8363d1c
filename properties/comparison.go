package properties

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"drawbridge/status"
)

// Comparison is what a plan and the owner's own routine gave at some points of a job: what drawbridge explain reads.
type Comparison struct {
	Plan         int               `json:"plan"` // counts those of a rank that are compared
	Collection   string            `json:"collection"`
	Options      map[string]string `json:"options"` // by name, those that were set
	PengRobinson *PengRobinson     `json:"equation_of_state"`
	Chung        *Chung            `json:"transport,omitempty"`
	Inputs       []ComparedColumn  `json:"inputs"`
	Outputs      []ComparedColumn  `json:"outputs"`
}

// ComparedColumn is one number of each point, in the caller's unit: times Scale plus Offset is SI; Scale 0: SI.
type ComparedColumn struct {
	Name      string  `json:"name"`
	View      string  `json:"view"`
	Component int     `json:"component"` // of the view, from 0
	Scale     float64 `json:"scale,omitempty"`
	Offset    float64 `json:"offset,omitempty"`
	Values    Numbers `json:"values"`           // inputs, or Drawbridge's outputs
	Theirs    Numbers `json:"theirs,omitempty"` // the owner's outputs
}

// Numbers are written with null for what is no finite number.
type Numbers []float64

// MarshalJSON implements json.Marshaler.
func (n Numbers) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, v := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			b = append(b, "null"...)
		} else {
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Numbers) UnmarshalJSON(text []byte) error {
	var list []*float64
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&list); err != nil {
		return err
	}
	*n = make(Numbers, len(list))
	for i, v := range list {
		if (*n)[i] = math.NaN(); v != nil {
			(*n)[i] = *v
		}
	}
	return nil
}

const (
	worstOfEach = 16  // points of each column that differs
	worstOfAll  = 128 // at most, of all columns, but one of each
	fromAll     = 32  // and some of all points
)

// Worst keeps the points at which a column differs most, and some of all points.
func (c *Comparison) Worst() {
	all := len(c.Outputs[0].Values)
	chosen := map[int]bool{}
	for i := range min(fromAll, all) {
		chosen[i*all/min(fromAll, all)] = true
	}
	each := max(1, min(worstOfEach, worstOfAll/len(c.Outputs)))
	for _, k := range c.Outputs {
		floor, order := MeanSize(k.Theirs)/100, []int{}
		for i, own := range k.Theirs {
			if !math.IsNaN(own) {
				order = append(order, i)
			}
		}
		far := func(i int) float64 { return Relative(k.Values[i], k.Theirs[i], floor) }
		slices.SortStableFunc(order, func(a, b int) int { return compareNumbers(far(b), far(a)) })
		for _, i := range order[:min(each, len(order))] {
			if far(i) > 0 {
				chosen[i] = true
			}
		}
	}
	pick := func(values Numbers) (kept Numbers) {
		for i, v := range values {
			if chosen[i] {
				kept = append(kept, v)
			}
		}
		return kept
	}
	for _, columns := range [][]ComparedColumn{c.Inputs, c.Outputs} {
		for k := range columns {
			columns[k].Values, columns[k].Theirs = pick(columns[k].Values), pick(columns[k].Theirs)
		}
	}
}

// Join adds the points of another rank's comparison of the same plan; false where it is of another one.
func (c *Comparison) Join(other *Comparison) bool {
	if c.Plan != other.Plan || c.Collection != other.Collection || len(c.Inputs) != len(other.Inputs) || len(c.Outputs) != len(other.Outputs) {
		return false
	}
	for i, columns := range [][]ComparedColumn{c.Inputs, c.Outputs} {
		for k := range columns {
			from := [][]ComparedColumn{other.Inputs, other.Outputs}[i][k]
			columns[k].Values, columns[k].Theirs = append(columns[k].Values, from.Values...), append(columns[k].Theirs, from.Theirs...)
		}
	}
	return true
}

// Relative is the difference of two numbers over the owner's, or over floor where that is more.
func Relative(ours, theirs, floor float64) float64 {
	switch {
	case math.IsNaN(ours) || math.IsInf(ours, 0):
		return math.Inf(1)
	case ours == theirs:
		return 0
	}
	return math.Abs(ours-theirs) / max(math.Abs(theirs), floor)
}

// MeanSize is the mean of the absolute values that are numbers.
func MeanSize(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			sum, n = sum+math.Abs(v), n+1
		}
	}
	return sum / float64(max(n, 1))
}

func compareNumbers(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Describe adds the species data and options to a comparison.
func (p *TVProperties) Describe(c *Comparison) error {
	if known, err := p.lookup(c.Collection); err == nil && known.own != nil {
		return status.Errorf(status.Argument, "%s is a kernel of your own, and has no options of Drawbridge", c.Collection)
	}
	if p.pengRobinson == nil {
		return status.Errorf(status.Order, "species data of the equation of state were not given")
	}
	c.Options, c.PengRobinson, c.Chung = p.Chosen(), p.pengRobinson, p.chung
	return nil
}

// OptionValues are the names of the options and, of each, the words that it takes.
func OptionValues() (list [][2]string) {
	for _, o := range optionList {
		list = append(list, [2]string{o.name, o.values})
	}
	return list
}
