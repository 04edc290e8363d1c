package measure

import (
	"math"
	"testing"
)

func TestEfficiencyIsOverTheRateOfOneCore(t *testing.T) {
	var runs []Scaling
	for _, c := range []struct {
		line           string
		ranks, threads int
	}{
		{`{"bench":"scaling","ranks":1,"threads":1,"points":1000,"seconds":2}`, 1, 1},
		{`{"bench":"scaling","ranks":2,"threads":1,"points":1000,"seconds":1.25}`, 2, 1}, // strong
		{`{"bench":"scaling","ranks":2,"threads":2,"points":4000,"seconds":4}`, 2, 2},    // weak
	} {
		s, err := ParseScaling([]byte(c.line), c.ranks, c.threads)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, s)
	}
	if err := Efficiencies(runs); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 0.8, 0.5} {
		if math.Abs(runs[i].Efficiency-want) > 1e-12 {
			t.Errorf("run %d: efficiency %g, want %g", i, runs[i].Efficiency, want)
		}
	}
	if Efficiencies(runs[1:]) == nil {
		t.Error("no run of one core, and no word of it")
	}
}

func TestRanksThatDoNotKnowEachOtherAreNoticed(t *testing.T) {
	if _, err := ParseScaling([]byte(`{"bench":"scaling","ranks":1,"threads":1,"points":10,"seconds":2}`), 2, 1); err == nil {
		t.Error("two programs of one rank are taken for two ranks")
	}
	if _, err := ParseSnapshot([]byte(`{"bench":"snapshot","ranks":1,"bytes":10,"seconds":2,"dd_seconds":1}`), 2); err == nil {
		t.Error("two programs of one rank are taken for two ranks")
	}
}

func TestSnapshotGoal(t *testing.T) {
	s, err := ParseSnapshot([]byte(`{"bench":"snapshot","ranks":2,"bytes":10,"seconds":2,"dd_seconds":1}`), 2)
	if err != nil || s.Ratio != 0.5 || s.Met() {
		t.Errorf("%+v, %v", s, err)
	}
}
