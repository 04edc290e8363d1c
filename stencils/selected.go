package stencils

import (
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// selectable refuses a variant that an operator has on no field of this device.
func (s *Stencils) selectable(operator, name string) error {
	var known []string
	for _, r := range someRequests(mustFind(operator)) {
		for _, v := range s.variants(r) {
			if v.name == name {
				return nil
			}
			if !slices.Contains(known, v.name) {
				known = append(known, v.name)
			}
		}
	}
	if err := removed("setting stencils: "+operator, name); err != nil {
		return err
	}
	return status.Errorf(status.UnknownName, "setting stencils: %s has no variant '%s' on %s; variants are %s", operator, name, s.about.Name, strings.Join(known, " "))
}

// someRequests are an operator's on small and large fields, 2-D and 3-D, in both precisions: together they have every variant.
func someRequests(op *Operator) []*request {
	var list []*request
	for _, shape := range [][3]int{{512, 512, 512}, {512, 512, 1}, {8, 8, 8}} {
		dims := 3
		if shape[2] == 1 {
			dims = 2
		}
		for _, bytes := range []int{4, 8} {
			f := &views.Field{Name: "a field", Shape: shape, Dims: dims, Halo: MostRadius, Bytes: bytes}
			for _, steps := range []int{1, 4} {
				r := &request{op: op, writes: slices.Repeat([]*views.Field{f}, max(op.Writes, 1)), radius: 1, steps: steps, sweeps: map[string][]device.Sweep{}}
				r.reads = slices.Repeat([]*views.Field{f}, op.Most)
				list = append(list, r)
			}
		}
	}
	return list
}
