package frame

import (
	"drawbridge/domains"
)

// Domains are those of the Frame, made at the first call that needs them.
func (f *Frame) Domains() *domains.Domains {
	if f.domains == nil {
		f.domains = domains.New(domains.Context{Device: f.device, Ranks: f.ranks, Settings: f.values, Report: f.report, Patience: patience(f.Config),
			Operators: f.operators, Handle: newHandle, Warn: f.warnOnce, World: f.World, Absent: absent})
	}
	return f.domains
}

// newHandle is one that no plan, sequence or domain of the process has had.
func newHandle() int {
	lastPlan++
	return lastPlan
}
