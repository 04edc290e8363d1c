package stencils

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/device/host"
	kernels "drawbridge/kernels/stencils"
	"drawbridge/views"
)

// notes keeps what the report is told.
type notes struct {
	silent
	list *[]string
}

func (n notes) Note(format string, words ...any) {
	*n.list = append(*n.list, fmt.Sprintf(format, words...))
}

// counting is a list that adds 1 to u at each run, with an exchange at every run or less often, as x says.
func counting(t *testing.T, setting string, x *Every) (q *Sequence, list *[]string) {
	t.Helper()
	d, err := host.Open(1, kernels.ISAs()[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	list = &[]string{}
	s, err := New(d, kernels.ISAs()[0], setting, notes{list: list})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, name := range []string{"u", "v"} {
		if err := s.fields.Create(name, []int{8, 6, 5}, 4, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	q = s.NewSequence("list")
	x.Layers, x.Names = 1, "u"
	for _, err := range []error{q.ExchangeEvery(x), q.Apply("pointwise", "u + 1", "v", nil, ""), q.Apply("swap", "", "u v", nil, "")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return q, list
}

// A list that nobody asked for, and that a rank cannot make, has lost. The run goes on with the best n so far.
func TestRivalThatCannotBeMadeLoses(t *testing.T) {
	for _, c := range []struct {
		name  string
		here  bool // this rank is the one that cannot
		taken int
	}{{"here", true, 2}, {"on another rank", false, 2}} {
		t.Run(c.name, func(t *testing.T) {
			begun, turns := false, 0
			x := &Every{Runs: Chosen, Most: 4}
			x.Exchange = func(_ *Sequence, _ string, layers int) error {
				if begun && c.here && layers == 3 {
					return errors.New("no memory")
				}
				return nil
			}
			x.Share = func(mine []int64) ([][]int64, error) {
				other := slices.Clone(mine)
				if len(mine) == 2 { // times: 2 runs with one exchange are faster
					turns++
					mine, other = []int64{9e9, 5e9}, []int64{8e9, 4e9}
				}
				if len(mine) == 1 && turns == 1 && !c.here { // whether a list of 3 runs can be made
					other = []int64{1}
				}
				return [][]int64{mine, other}, nil
			}
			q, list := counting(t, "measure", x)
			begun = true
			if err := q.Run(200); err != nil {
				t.Fatalf("a rival that cannot be made ends the run: %v", err)
			}
			if b := q.every.contest; b.rival != 0 || b.best != c.taken {
				t.Errorf("%d runs go with an exchange and %d are tried next, %d and 0 expected", b.best, b.rival, c.taken)
			}
			if said := strings.Join(*list, "\n"); !strings.Contains(said, "cannot make the list of 3 runs") {
				t.Errorf("the report says\n%s", said)
			}
			u := make([]float64, 8*6*5)
			a := views.HostArray{Address: uintptr(unsafe.Pointer(&u[0])), Shape: [4]int{8, 6, 5, 1}, Interior: [6]int{1, 8, 1, 6, 1, 5}, Var: 1, Width: 1}
			if err := q.stencils.fields.Download("u", a, 0); err != nil {
				t.Fatal(err)
			}
			if slices.Min(u) != 200 || slices.Max(u) != 200 {
				t.Errorf("u is %v to %v after 200 runs", slices.Min(u), slices.Max(u))
			}
		})
	}
}

// The greatest n is that of all ranks, and settings that differ are refused on each of them.
func TestRanksBeginTheSameContest(t *testing.T) {
	for name, c := range map[string]struct {
		setting string
		runs    int
		other   []int64
		best    int // after the runs, where rivals always win
		refused string
	}{
		"the same":              {"measure", Chosen, []int64{Chosen, measured, 4}, 4, ""},
		"thinner there":         {"measure", Chosen, []int64{Chosen, measured, 2}, 2, ""},
		"no n there":            {"measure", Chosen, []int64{Chosen, measured, 1}, 1, ""},
		"thicker there":         {"measure", Chosen, []int64{Chosen, measured, 9}, 4, ""},
		"wide, thinner there":   {"wide", Chosen, []int64{Chosen, wide, 3}, 3, ""},
		"another list there":    {"measure", Chosen, []int64{Chosen, measured, 4, 4}, 0, "the operators of rank 1 read other fields"},
		"narrow there":          {"measure", Chosen, []int64{Chosen, narrow, 4}, 0, "this rank measures and rank 1 exchanges at every run"},
		"wide there":            {"first", Chosen, []int64{Chosen, wide, 4}, 0, "this rank exchanges at every run and rank 1 exchanges as seldom as halos allow"},
		"another n there":       {"measure", 3, []int64{2, measured, 2}, 0, "every=3, and rank 1 has every=2"},
		"given n, the same too": {"measure", 3, []int64{3, measured, 3}, 3, ""},
	} {
		t.Run(name, func(t *testing.T) {
			x := &Every{Runs: c.runs, Most: 4, Exchange: func(*Sequence, string, int) error { return nil }}
			x.Share = func(mine []int64) ([][]int64, error) {
				switch len(mine) {
				case 3:
					return [][]int64{mine, c.other}, nil
				case 2:
					return [][]int64{{9e9, 5e9}}, nil
				}
				return [][]int64{mine}, nil
			}
			q, _ := counting(t, c.setting, x)
			err := q.Run(600)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("error %v, expected: %s", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := q.every.contest; got.best != c.best || got.rival != 0 {
				t.Errorf("%d runs go with an exchange and %d are tried next, %d and 0 expected", got.best, got.rival, c.best)
			}
		})
	}
}
