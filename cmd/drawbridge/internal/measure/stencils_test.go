package measure

import "testing"

func TestFastestVariantsAgainstPlainLoops(t *testing.T) {
	results := []Stencil{
		{Operator: "a", Precision: "float", Variant: "plain Fortran", Ms: 4},
		{Operator: "a", Precision: "float", Variant: "tiled:4", Ms: 8},
		{Operator: "a", Precision: "float", Variant: "streaming:4", Ms: 2},
		{Operator: "a", Precision: "double", Variant: "tiled:4", Ms: 1}, // no yardstick: no ratio
		{Operator: "b", Precision: "float", Variant: "plain Fortran", Ms: 3},
		{Operator: "b", Precision: "float", Variant: "tiled:4", Ms: 4},
	}
	fastest := AgainstPlain(results)
	if len(fastest) != 2 || fastest[0].Operator != "b" || fastest[0].OfPlain != 0.75 || fastest[1].Variant != "streaming:4" {
		t.Errorf("fastest are %+v", fastest)
	}
	if results[1].OfPlain != 0.5 || results[2].OfPlain != 2 || results[3].OfPlain != 0 || results[0].OfPlain != 0 {
		t.Errorf("ratios are %+v", results)
	}
}
