package measure

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Stencil is one line of bench_stencils: one variant of one operator, or a ceiling.
type Stencil struct {
	Bench     string  `json:"bench"`
	Operator  string  `json:"operator"`
	Precision string  `json:"precision,omitempty"`
	Variant   string  `json:"variant,omitempty"`
	N         int     `json:"n,omitempty"` // points along each axis
	Ms        float64 `json:"ms,omitempty"`
	GBs       float64 `json:"gbs,omitempty"`      // each field read and written once
	Copy      float64 `json:"copy_gbs,omitempty"` // of the same run
	Points    float64 `json:"points_per_second,omitempty"`
	Cycles    int     `json:"cycles,omitempty"`   // of multigrid
	Sweeps    float64 `json:"sweeps,omitempty"`   // work in sweeps of the fine grid
	Share     float64 `json:"share,omitempty"`    // GBs / Copy, formed here
	Goal      float64 `json:"goal,omitempty"`     // of Share
	OfPlain   float64 `json:"of_plain,omitempty"` // speed over that of plain Fortran loops, formed by AgainstPlain
}

// PlainLoops is the variant's name of the yardstick on a host.
const PlainLoops = "plain Fortran"

// stencilGoals are the shares of the copy asked of a GPU; on the host all operators share one.
var stencilGoals = map[string]float64{"derivative_x": 0.92, "derivative_y": 0.92, "derivative_z": 0.92, "laplacian": 0.92, "stencil7": 0.92,
	"stencil27": 0.88, "gauss_seidel": 0.70, "laplacian_high": 0.85}

const hostGoal = 0.80

// ParseStencil reads a line and adds share and goal.
func ParseStencil(line []byte, onGPU bool) (Stencil, error) {
	var s Stencil
	if err := json.Unmarshal(line, &s); err != nil {
		return s, fmt.Errorf("%s: %w", line, err)
	}
	if s.Bench != "stencils" || s.Operator == "" || (s.Variant != "" && (!(s.Ms > 0) || !(s.Copy > 0))) {
		return s, fmt.Errorf("%s: no result of bench_stencils", line)
	}
	if s.Variant == "" {
		return s, nil
	}
	s.Share = s.GBs / s.Copy
	goal, known := stencilGoals[s.Operator]
	if !onGPU && known {
		goal = hostGoal
	}
	if s.Variant != PlainLoops {
		s.Goal = goal
	}
	return s, nil
}

// Several says that the line is of several steps in one launch, whose measure is points per second.
func (s Stencil) Several() bool { return strings.Contains(s.Operator, "steps") }

func (s Stencil) title() string { return s.Operator + " " + s.Precision }

// AgainstPlain sets how much faster than plain loops each variant is, where a run measured those, and answers each
// operator's fastest variant, the one that gains least first.
func AgainstPlain(results []Stencil) []Stencil {
	plain, fastest := map[string]float64{}, map[string]Stencil{}
	for i := range results {
		s := &results[i]
		if s.Variant == PlainLoops {
			plain[s.title()] = s.Ms
		}
		if yardstick := plain[s.title()]; yardstick > 0 && s.Variant != PlainLoops {
			s.OfPlain = yardstick / s.Ms
			if s.OfPlain > fastest[s.title()].OfPlain {
				fastest[s.title()] = *s
			}
		}
	}
	return slices.SortedFunc(maps.Values(fastest), func(a, b Stencil) int { return cmp.Compare(a.OfPlain, b.OfPlain) })
}
