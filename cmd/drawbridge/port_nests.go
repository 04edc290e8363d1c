package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"drawbridge/files"
	"drawbridge/tools/port/check"
	"drawbridge/tools/port/nests"
	"drawbridge/tools/port/report"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
)

// loops finds the loop nests of the chosen routines, writes their kernels, and compares them.
func (p porting) loops(list []*source.File, summary *report.Summary, ranges map[string]check.Range) error {
	var units []*syntax.Unit
	for _, f := range list {
		units = append(units, syntax.Units(f)...)
	}
	chosen := map[string]bool{}
	for _, q := range summary.Procedures {
		chosen[q.Label()] = true
	}
	wanted := p.wanted()
	var found []*nests.Routine
	all, notes := nests.Find(units, p.says())
	for _, r := range all {
		if chosen[r.Of.Label()] && (r.Fault() == nil || wanted(r.Of)) {
			found = append(found, r)
		}
	}
	summary.Notes = slices.DeleteFunc(notes, func(n nests.Note) bool { return !chosen[n.Of.Label()] || !wanted(n.Of) })
	done, _ := nests.Done(found)
	summary.Nests = found
	for name, text := range map[string]string{"nests.cpp": nests.Text(found), "nests.list": nests.List(done)} {
		path := filepath.Join(p.output, name)
		if len(done) == 0 { // none of an earlier run must stay
			if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
				return fmt.Errorf("cannot write: %w", err)
			}
			continue
		}
		if err := os.MkdirAll(p.output, 0o777); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
		if err := files.Write(path, []byte(text)); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
	}
	if !p.compare && !p.prepare || len(done) == 0 {
		return nil
	}
	results, err := check.Run(list, nests.Compared(found), check.Options{Points: p.points, Seed: p.seed, Ranges: ranges,
		Setup: p.setup, Flags: p.flags, Limit: p.limit, Ready: filepath.Join(p.output, "check", "loops"), Prepare: p.prepare})
	if err != nil {
		return fmt.Errorf("cannot compare the loop nests: %w", err)
	}
	if p.prepare {
		return nil
	}
	summary.NestResults = nests.Results(found, results)
	return nil
}
