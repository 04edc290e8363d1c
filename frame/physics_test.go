package frame

import (
	"errors"
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

// A property call has one region; a second one is no correction of the first.
func TestARegionIsGivenOnce(t *testing.T) {
	for words, want := range map[string]string{
		"rho region=faces:x region=faces:y": "properties rho: option 'region' is given twice",
		"rho region=core:1 region=core:1":   "properties rho: option 'region' is given twice",
		"region=core:1,rho,region = rim:1":  "properties rho: option 'region' is given twice",
		"rho region=":                       "properties rho: region is '', ",
		"rho 2 region=rim:1":                "",
	} {
		collection, region, err := apartRegion(words)
		if want == "" && (err != nil || collection != "rho 2" || region != "rim:1") || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %s, %s, %v", words, collection, region, err)
		}
	}
}

// closer is one that tells whether it was closed.
type closer struct{ closed bool }

func (c *closer) Close() { c.closed = true }

// Where one of several cannot be appended, those behind it are closed; those before it, and itself, belong to the list.
func TestWhatIsNotAppendedIsClosed(t *testing.T) {
	list := []*closer{{}, {}, {}, {}}
	wrong := errors.New("wrong")
	err := inTurn(list, func(c *closer) error {
		if c == list[1] {
			return wrong
		}
		return nil
	})
	if err != wrong || list[0].closed || list[1].closed || !list[2].closed || !list[3].closed {
		t.Errorf("%v, %v %v %v %v", err, list[0], list[1], list[2], list[3])
	}
}
