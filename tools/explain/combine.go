package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drawbridge/properties"
)

// Several small conventions may explain together what none brings down alone: the constants of an older printing. While they are small
// their effects add up, so one run for each convention tells what a set of them would do, and only the best sets are run.

const (
	mostTogether = 4   // conventions of a set
	setsKept     = 400 // of each size, from which those of the next are made
	setsRun      = 12  // of each size
	pointsOfSet  = 48  // at most, of each column
)

// effect is what a convention changes, relative to the owner's values.
type effect struct {
	what   supposition
	change []float64
}

// combination is a set of effects and the difference that it would leave.
type combination struct {
	members []int
	left    []float64
	size    float64 // norm of left
}

// combine looks for a set of conventions, beside those that were found, that explains columns. far measures what a set leaves; nil: none
// brings it to the goal.
func (q *inquiry) combine(columns []int, found []supposition, far func([]supposition) float64, goal float64) ([]supposition, float64) {
	effects, start := q.effects(columns, found)
	sets := []combination{{left: start}}
	for range mostTogether {
		sets = larger(sets, effects)
		for _, set := range sets[:min(setsRun, len(sets))] {
			all := slices.Clone(found)
			for _, k := range set.members {
				all = append(all, effects[k].what)
			}
			if left := far(all); left <= goal {
				return q.needed(all, far, left)
			}
		}
	}
	return nil, math.Inf(1)
}

// effects are those of all conventions that are options, and the whole difference.
func (q *inquiry) effects(columns []int, found []supposition) (list []effect, start []float64) {
	base := q.answers(found)
	if base == nil {
		return nil, nil
	}
	theirs := make([][]float64, len(q.columns))
	for _, k := range columns {
		theirs[k] = q.theirs[k]
	}
	start = q.relativeTo(columns, base, theirs)
	for _, group := range conventions() {
		s := supposition{options: group}
		if slices.ContainsFunc(found, func(f supposition) bool { return overlap(f, s) }) {
			continue
		}
		ours := q.answers(append(slices.Clone(found), s))
		if ours == nil {
			continue
		}
		if change := q.relativeTo(columns, base, ours); change != nil && floats.Norm(change, 2) > 0 {
			list = append(list, effect{s, change})
		}
	}
	return list, start
}

// relativeTo is b - a of columns, over the size of the owner's values, at some points; nil where one is no number.
func (q *inquiry) relativeTo(columns []int, a, b [][]float64) (list []float64) {
	for _, k := range columns {
		floor := properties.MeanSize(q.theirs[k]) / 100
		step := (q.n + pointsOfSet - 1) / pointsOfSet
		for i := 0; i < q.n; i += step {
			own := q.theirs[k][i]
			if math.IsNaN(own) {
				continue
			}
			d := (b[k][i] - a[k][i]) / max(math.Abs(own), floor)
			if math.IsNaN(d) || math.IsInf(d, 0) {
				return nil
			}
			list = append(list, d)
		}
	}
	return list
}

// larger are the best sets of one convention more.
func larger(sets []combination, effects []effect) []combination {
	type choice struct {
		parent, member int
		size           float64
	}
	var choices []choice
	for p, set := range sets {
		for k, e := range effects {
			if len(e.change) != len(set.left) || slices.ContainsFunc(set.members, func(m int) bool { return overlap(effects[m].what, e.what) }) {
				continue
			}
			choices = append(choices, choice{p, k, floats.Distance(set.left, e.change, 2)})
		}
	}
	slices.SortFunc(choices, func(a, b choice) int { return cmp.Compare(a.size, b.size) })
	var list []combination
	seen := map[string]bool{}
	for _, c := range choices {
		members := append(slices.Clone(sets[c.parent].members), c.member)
		slices.Sort(members)
		if name := fmt.Sprint(members); seen[name] {
			continue
		} else {
			seen[name] = true
		}
		left := floats.SubTo(make([]float64, len(sets[c.parent].left)), sets[c.parent].left, effects[c.member].change)
		if list = append(list, combination{members, left, c.size}); len(list) == setsKept {
			break
		}
	}
	return list
}

// needed leaves out what is not needed of a set.
func (q *inquiry) needed(all []supposition, far func([]supposition) float64, left float64) ([]supposition, float64) {
	for i := 0; i < len(all) && len(all) > 1; {
		fewer := slices.Delete(slices.Clone(all), i, i+1)
		if without := far(fewer); without <= max(10*left, agreement) {
			all, left = fewer, without
		} else {
			i++
		}
	}
	return all, left
}

// overlap tells whether two conventions set the same option.
func overlap(a, b supposition) bool {
	return slices.ContainsFunc(a.options, func(x setting) bool {
		return slices.ContainsFunc(b.options, func(y setting) bool { return x.option == y.option })
	})
}
