package measure

import "testing"

func TestReductionsAreHeldAgainstRowsOf128(t *testing.T) {
	var all []Reduction
	for _, line := range []string{
		`{"bench":"reductions","kind":"sum","row":16,"plain_ns":0.5,"ns":0.4,"entry_ns":819.2,"apart":0}`,
		`{"bench":"reductions","kind":"sum","row":128,"plain_ns":0.5,"ns":0.1,"entry_ns":0,"apart":0}`,
	} {
		r, err := ParseReduction([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if got := OverRowsOf128(all[0], all); got < 1.99 || got > 2.01 || all[0].Ratio != 0.8 {
		t.Errorf("0.4 ns with an entry of 0.2 ns are %g times 0.1 ns, 2 expected; ratio %g", got, all[0].Ratio)
	}
	if OverRowsOf128(all[0], all[:1]) != 0 {
		t.Error("rows of 128 that were not measured are held against")
	}
	for _, line := range []string{`{}`, `x`, `{"bench":"reductions","kind":"sum","row":0,"plain_ns":1,"ns":1}`} {
		if _, err := ParseReduction([]byte(line)); err == nil {
			t.Errorf("%s was taken", line)
		}
	}
}
