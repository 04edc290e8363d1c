package measure

import (
	"encoding/json"
	"fmt"
)

// Expression is one line of bench_expressions: the time of one expression per point, beside a plain Fortran loop.
type Expression struct {
	Bench      string  `json:"bench"`
	Expression string  `json:"expression"`
	Precision  string  `json:"precision"`
	Shape      [3]int  `json:"shape"`
	Plain      float64 `json:"plain_ns"` // per point
	Ours       float64 `json:"ns"`
	Entry      float64 `json:"entry_ns"`     // of one entry of a list, on one point
	Apart      float64 `json:"apart"`        // greatest difference between the results
	Ratio      float64 `json:"ratio"`        // Ours / Plain, formed here
	Kernel     float64 `json:"kernel_ratio"` // the same without the cost of an entry
	Goal       float64 `json:"goal"`         // of Ratio, at most
}

// Goals of the ratio to plain loops: in rows of 16 points, elsewhere in the caches, and from memory.
const (
	shortRowsGoal  = 1.35
	inCacheGoal    = 1.15
	fromMemoryGoal = 0.95
)

// ParseExpression reads a line and adds ratio and goal. Four fields or more of 16 MB and up come from memory.
func ParseExpression(line []byte) (Expression, error) {
	var e Expression
	if err := json.Unmarshal(line, &e); err != nil {
		return e, fmt.Errorf("%s: %w", line, err)
	}
	if e.Bench != "expressions" || e.Expression == "" || !(e.Plain > 0) || !(e.Ours > 0) {
		return e, fmt.Errorf("%s: no result of bench_expressions", line)
	}
	points := e.Shape[0] * e.Shape[1] * e.Shape[2]
	e.Ratio, e.Kernel = e.Ours/e.Plain, (e.Ours-e.Entry/float64(max(points, 1)))/e.Plain
	bytes := points * map[string]int{"float": 4, "double": 8}[e.Precision]
	switch {
	case e.Shape[0] <= 16:
		e.Goal = shortRowsGoal
	case bytes >= 16e6:
		e.Goal = fromMemoryGoal
	default:
		e.Goal = inCacheGoal
	}
	return e, nil
}

// Met says that the goal was reached.
func (e Expression) Met() bool { return e.Ratio <= e.Goal }
