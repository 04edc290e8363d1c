package explain

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"drawbridge/files"
	"drawbridge/properties"
	"drawbridge/views"
)

const (
	mostFile   = 256 << 20
	mostPoints = 100000 // of a plan: DRAWBRIDGE_CHECK=compare writes less than 300
)

// File names, for each plan of a file of DRAWBRIDGE_CHECK=compare, what would explain its differences.
func File(path string) (lines []string, err error) {
	text, err := files.Read(path, mostFile)
	if err != nil {
		return nil, err
	}
	list, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; expected: drawbridge_compare.json as a run with DRAWBRIDGE_CHECK=compare writes it. Run the solver with that setting, then give the file", path, err)
	}
	for i, c := range list {
		q, err := inquire(c)
		if err != nil {
			return nil, fmt.Errorf("%s: plan %d: %w; run the solver with DRAWBRIDGE_CHECK=compare again, and give the file as it is written", path, i+1, err)
		}
		lines = append(lines, fmt.Sprintf("plan of %s next to your routine, %d points of the largest differences and others", c.Collection, q.n))
		lines = append(lines, q.reasons()...)
		q.trial.close()
	}
	return lines, nil
}

func parse(text []byte) (list []*properties.Comparison, err error) {
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(text, &list); {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("no JSON, or cut off, at byte %d", syntax.Offset)
	case err != nil:
		return nil, errors.New("JSON of another kind")
	case len(list) == 0:
		return nil, errors.New("JSON without plans")
	}
	return list, nil
}

// inquire reads a comparison, and refuses one that is not whole.
func inquire(c *properties.Comparison) (q *inquiry, err error) {
	if c == nil || len(c.Outputs) == 0 || len(c.Inputs) == 0 || c.PengRobinson == nil {
		return nil, errors.New("it has no inputs, outputs or species data")
	}
	ns := len(c.PengRobinson.W)
	if ns < 1 || ns > properties.MaxSpecies {
		return nil, fmt.Errorf("data of %d species, 1 to %d expected", ns, properties.MaxSpecies)
	}
	q = &inquiry{of: c, n: len(c.Outputs[0].Values), raw: map[string][]float64{}, views: properties.Declarations(ns, 0)}
	if err := q.takeInputs(); err != nil {
		return nil, err
	}
	if err := q.takeOutputs(); err != nil {
		return nil, err
	}
	if q.trial, err = newTrial(c, q.n); err != nil {
		return nil, err
	}
	q.mass = q.molarMass()
	if _, err := q.outcome(nil); err != nil {
		q.trial.close()
		return nil, err
	}
	return q, nil
}

// check refuses a column that is none of its view, or has another count of points.
func (q *inquiry) check(k properties.ComparedColumn, values int) error {
	v, known := q.view(k.View)
	switch {
	case !known || k.Component < 0 || k.Component >= v.Width:
		return fmt.Errorf("column %s: component %d of view '%s', which does not exist", k.Name, k.Component+1, k.View)
	case q.n < 1 || q.n > mostPoints || values != q.n:
		return fmt.Errorf("column %s: %d values, expected those of %d points (1 to %d)", k.Name, values, q.n, mostPoints)
	}
	return nil
}

// takeInputs sorts the inputs by view.
func (q *inquiry) takeInputs() error {
	for _, k := range q.of.Inputs {
		if err := q.check(k, len(k.Values)); err != nil {
			return err
		}
		if q.raw[k.View] == nil {
			q.reads = append(q.reads, k)
		}
		if have := len(q.raw[k.View]) / q.n; have != k.Component {
			return fmt.Errorf("view %s: component %d, expected component %d", k.View, k.Component+1, have+1)
		}
		q.raw[k.View] = append(q.raw[k.View], k.Values...)
	}
	for _, k := range q.reads {
		if v, _ := q.view(k.View); len(q.raw[k.View]) != v.Width*q.n {
			return fmt.Errorf("view %s: %d components, expected %d", k.View, len(q.raw[k.View])/q.n, v.Width)
		}
	}
	return nil
}

// takeOutputs keeps the outputs that differ, the owner's in SI.
func (q *inquiry) takeOutputs() error {
	for _, k := range q.of.Outputs {
		if err := q.check(k, len(k.Values)); err != nil {
			return err
		}
		if err := q.check(k, len(k.Theirs)); err != nil {
			return err
		}
		if distance(k.Values, k.Theirs, false) > agreement {
			values := slices.Clone([]float64(k.Theirs))
			toSI(values, k.Scale, k.Offset)
			q.columns, q.theirs = append(q.columns, k), append(q.theirs, values)
		}
	}
	return nil
}

// view is what is known of a view: its unit and width.
func (q *inquiry) view(name string) (views.Declaration, bool) {
	i := slices.IndexFunc(q.views, func(v views.Declaration) bool { return v.Name == name })
	if i < 0 {
		return views.Declaration{}, false
	}
	return q.views[i], true
}

// inSI is an input in SI.
func (q *inquiry) inSI(view string) []float64 {
	values, at := slices.Clone(q.raw[view]), 0
	for _, c := range q.of.Inputs {
		if c.View == view {
			toSI(values[at:at+q.n], c.Scale, c.Offset)
			at += q.n
		}
	}
	return values
}
