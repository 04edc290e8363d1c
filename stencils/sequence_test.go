package stencils

import (
	"errors"
	"testing"
)

// Who gives one operator alone, also properties, reads nothing of a sequence.
func TestErrorsOfOneOperator(t *testing.T) {
	wrong := errors.New("wrong")
	once, step := &Sequence{name: "properties"}, &Sequence{name: "step"}
	of := entry{name: "properties preosThermalProperties"}
	for want, err := range map[string]error{
		"wrong": once.Wrap("properties", wrong), "sequence step: wrong": step.Wrap("properties", wrong), "sequence step, entry 1: wrong": step.at(of, "entry 1", wrong),
	} {
		if err.Error() != want {
			t.Errorf("%q, expected %q", err, want)
		}
	}
	if err := once.at(of, "run 1, entry 1", wrong); err.Error() != "wrong" {
		t.Errorf("of a run: %q", err)
	}
}
