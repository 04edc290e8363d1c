package measure

import (
	"encoding/json"
	"fmt"
)

// Reduction is one line of bench_reductions: the time of one reduction per point, beside a plain Fortran loop.
type Reduction struct {
	Bench  string  `json:"bench"`
	Kind   string  `json:"kind"`
	Row    int     `json:"row"`      // points along each axis
	Plain  float64 `json:"plain_ns"` // per point
	Ours   float64 `json:"ns"`
	Entry  float64 `json:"entry_ns"`  // of one entry of a list, on one point
	Apart  float64 `json:"apart"`     // difference of the answers, over that of the plain loop
	Ratio  float64 `json:"ratio"`     // Ours / Plain, formed here
	Kernel float64 `json:"kernel_ns"` // Ours without the time of an entry
}

// ParseReduction reads a line and adds what is formed of it.
func ParseReduction(line []byte) (Reduction, error) {
	var r Reduction
	if err := json.Unmarshal(line, &r); err != nil {
		return r, fmt.Errorf("%s: %w", line, err)
	}
	if r.Bench != "reductions" || r.Kind == "" || r.Row < 1 || !(r.Plain > 0) || !(r.Ours > 0) {
		return r, fmt.Errorf("%s: no result of bench_reductions", line)
	}
	n := float64(r.Row)
	r.Ratio, r.Kernel = r.Ours/r.Plain, max(0, r.Ours-r.Entry/(n*n*n))
	return r, nil
}

// OverRowsOf128 is the time per point without the entry's, over that of the same kind in rows of 128 points; 0: not measured.
func OverRowsOf128(r Reduction, all []Reduction) float64 {
	for _, other := range all {
		if other.Kind == r.Kind && other.Row == 128 && other.Kernel > 0 {
			return r.Kernel / other.Kernel
		}
	}
	return 0
}
