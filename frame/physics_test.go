package frame

import (
	"slices"
	"strings"
	"testing"

	"drawbridge/properties"
)

func TestDifferencesOfRanksAreNamed(t *testing.T) {
	facts := []properties.Fact{{Name: "omega"}, {Name: "Tlow"}}
	for _, c := range []struct {
		name   int
		values [][]string
		also   []string
		want   string
	}{
		{0, [][]string{{"0.1", "0.2"}, nil, {"0.1", "0.3"}}, nil, "omega is 0.2 on rank 0 and 0.3 on rank 2; give"},
		{1, [][]string{{"200"}, {"200"}, nil}, []string{"a", "b", "c", "d"}, "Tlow is given on rank 0 and not given on rank 2; they also differ in a, b, c, 1 more"},
	} {
		if got := difference(facts, c.name, c.also, c.values, 0, 2); !strings.Contains(got, c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestNamesThatAFrameDoesNotKnowDifferFromNone(t *testing.T) {
	of := func(names, omega []string) []uint64 {
		return digests([]properties.Fact{{Name: listOfSpecies, Values: names}, {Name: "omega", Values: omega}})
	}
	a := of([]string{"CH4 O2"}, []string{"1"})
	for _, c := range []struct {
		other []uint64
		same  bool
	}{
		{of([]string{"CH4 O2"}, []string{"1"}), true}, {of(nil, []string{"1"}), true},
		{of([]string{"CH4 N2"}, []string{"1"}), false}, {of(nil, []string{"2"}), false}, {of(nil, nil), false},
	} {
		if got := slices.EqualFunc(a, c.other, same); got != c.same {
			t.Errorf("%v and %v: same is %v", a, c.other, got)
		}
	}
}
