package report

import (
	"strings"
	"testing"
)

// rank makes the account of one rank as another process sends it.
func rank(t *testing.T, place Place, seconds float64, flagged int64, note string) *Report {
	t.Helper()
	r := New(place.Device)
	r.At(place)
	if seconds > 0 {
		r.Kernel("k", 100, 800, seconds)
		r.Copy("in T", 800, seconds/2)
	}
	r.Flag("bad_input", flagged)
	r.Note("species data are complete")
	if note != "" {
		r.Note("%s", note)
	}
	text, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestMergeGivesTheSpreadOverTheRanks(t *testing.T) {
	host := func(rank int, cpus ...int) Place {
		return Place{Rank: rank, Host: "n1", Local: rank, Device: "host", CPUs: cpus, Threads: 1}
	}
	m := Merge([]*Report{
		rank(t, host(0, 0, 1), 0.5, 1, ""), rank(t, host(1, 0, 1), 2, 0, "one plan still lived"), rank(t, host(2, 4), 0, 4, ""),
	})
	k := m.Kernels[0]
	if k.Calls != 2 || k.Points != 200 || k.Seconds != 2.5 || *k.Ranks != (Spread{0, 2.5 / 3, 2, 1}) {
		t.Errorf("kernel %+v %+v", k, k.Ranks)
	}
	if m.Flags[0].Points != 5 || len(m.Ranks) != 3 {
		t.Errorf("flags %v, ranks %v", m.Flags, m.Ranks)
	}
	if m.Device != "host, sums over 3 ranks" {
		t.Errorf("the sums are headed %q", m.Device)
	}
	text := m.Text()
	for _, part := range []string{"3 ranks", "rank 1: one plan still lived", "2 ranks share 2 CPUs of n1 (0-1) with 2 threads\n", "2000.000    rank 1", "copy over the ranks"} {
		if !strings.Contains(text, part) {
			t.Errorf("the text lacks %q:\n%s", part, text)
		}
	}
	if strings.Count(text, "species data are complete") != 1 {
		t.Errorf("a note of every rank is not said once:\n%s", text)
	}
}

func TestSharingIsCounted(t *testing.T) {
	gpu := func(rank int, host, unit string, threads int, cpus ...int) Place {
		return Place{Rank: rank, Host: host, Device: "cuda", Unit: unit, CPUs: cpus, Threads: threads}
	}
	for _, c := range []struct {
		name   string
		places []Place
		want   []string
	}{
		{"each its own", []Place{gpu(0, "a", "GPU-1", 1, 0), gpu(1, "a", "GPU-2", 1, 1)}, nil},
		{"one GPU", []Place{gpu(0, "a", "GPU-1", 1, 0), gpu(1, "a", "GPU-1", 1, 1)}, []string{"2 ranks share a GPU-1: 0-1"}},
		{"the same number on two hosts", []Place{gpu(0, "a", "GPU-1", 1, 0), gpu(1, "b", "GPU-1", 1, 0)}, nil},
		{"too many threads", []Place{gpu(0, "a", "", 2, 0, 1), gpu(1, "a", "", 2, 1, 2)},
			[]string{"2 ranks share 3 CPUs of a (0-2) with 4 threads: more threads than CPUs"}},
	} {
		got := shared(c.places)
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
