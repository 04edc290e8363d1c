package stencils

import (
	"fmt"
	"slices"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
)

// recorder is a paper device that makes graphs.
type recorder struct {
	paper
	made, started, renewed int
	refuses                bool
	limit, refused         int // launches that a graph may have; 0: any. Graphs that had more
	most                   int // launches of the largest one
	released               map[device.Memory]bool
	stale                  int // starts of launches on memory that was given back
	kept                   []device.Sweep
	waits                  int
	fails                  error // of a wait
}

func (r *recorder) Finish() error { r.waits++; return r.fails }

func (r *recorder) About() *device.About {
	return &device.About{Compiles: true, Threads: 1, Fields: r, Grapher: r}
}

// AllocateField gives memory that is no other's.
func (r *recorder) AllocateField(_ string, bytes int) (device.Memory, error) {
	return &leaf{bytes / 8}, nil
}

// Release remembers what must not be used again.
func (r *recorder) Release(m device.Memory) {
	if r.released == nil {
		r.released = map[device.Memory]bool{}
	}
	r.released[m] = true
}

type leaf struct{ elements int }

func (l *leaf) Elements() int    { return l.elements }
func (l *leaf) Address() uintptr { return 4096 }

func (r *recorder) NewGraph() (device.Graph, error) {
	if r.refuses {
		return nil, status.Errorf(status.NotAvailable, "no")
	}
	return &tape{r: r}, nil
}

type tape struct {
	device.Stream // nil: no list of these tests counts flags or copies
	r             *recorder
	kept          []device.Sweep
}

func (t *tape) Sweep(w device.Sweep) error {
	w.Fields = slices.Clone(w.Fields)
	t.kept = append(t.kept, w)
	return nil
}

func (t *tape) End() error {
	r := t.r
	if r.limit > 0 && len(t.kept) > r.limit {
		r.refused++
		return status.Errorf(status.Device, "too many launches")
	}
	r.made, r.most = r.made+1, max(r.most, len(t.kept))
	return nil
}

func (t *tape) Keeps() bool   { return true }
func (t *tape) Launches() int { return len(t.kept) }
func (t *tape) Renew() error  { t.r.renewed++; return nil }
func (t *tape) Start() error {
	for _, w := range t.kept {
		for _, f := range w.Fields {
			if t.r.released[f.Memory] {
				t.r.stale++
			}
		}
	}
	t.r.started++
	t.r.sweeps = append(t.r.sweeps, t.kept...)
	return nil
}
func (t *tape) Close() {}

// wave is a list whose two fields swap, with a fill and a number that has a name.
func wave(t *testing.T, choice string, r *recorder) (*Stencils, *Sequence) {
	t.Helper()
	s, err := New(r, kernels.ISAs()[0], choice, silent{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c"} {
		if err := s.fields.Create(name, []int{20, 20, 20}, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	q := s.NewSequence("step")
	if err := first(q.Apply("fill", "", "a", nil, "kind=periodic faces=all"), q.Apply("laplacian", "a", "c", []float64{1, 1, 1}, ""),
		q.Apply("combine", "a b c", "b", []float64{2, -1, 0.1}, "names=x/y/dt"), q.Apply("swap", "", "a b", nil, "")); err != nil {
		t.Fatal(err)
	}
	return s, q
}

// Runs of a list that stand alike get a graph at the second time and started at the later ones: first each of the two standings of a
// swap, then both runs as one. The launches are those that would have been made.
func TestListsAreReplayed(t *testing.T) {
	plain, taped := &recorder{}, &recorder{}
	_, direct := wave(t, "first,unrecorded", plain)
	_, q := wave(t, "first", taped)
	for run := range 7 {
		if err := first(direct.Run(2), q.Run(2)); err != nil {
			t.Fatal(err)
		}
		if run == 4 {
			if err := first(direct.Set("dt", 0.2), q.Set("dt", 0.2)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if plain.made != 0 || taped.made != 3 || taped.started != 8 || taped.renewed != 1 {
		t.Errorf("%d graphs without them; %d, started %d times, renewed %d times", plain.made, taped.made, taped.started, taped.renewed)
	}
	if a, b := launched(plain.sweeps), launched(taped.sweeps); !slices.Equal(a, b) {
		t.Errorf("%d launches directly, %d recorded, or others", len(a), len(b))
	}
}

// launched are the kernels of launches and the fields that they got.
func launched(list []device.Sweep) (said []string) {
	for _, w := range list {
		said = append(said, fmt.Sprint(w.Program.Name, " ", w.Number))
	}
	return said
}

// A device that refuses graphs runs the list directly, and no swap is done twice.
func TestRefusedGraphs(t *testing.T) {
	r := &recorder{refuses: true}
	s, q := wave(t, "first", r)
	a, err := s.fields.Find("a")
	if err != nil {
		t.Fatal(err)
	}
	before := a.Argument(false).Memory
	for range 6 {
		if err := q.Run(1); err != nil {
			t.Fatal(err)
		}
	}
	if a.Argument(false).Memory != before || len(r.sweeps) != 6*2 {
		t.Errorf("%d launches; the field lies where it lay: %t", len(r.sweeps), a.Argument(false).Memory == before)
	}
}

// A list that gets another entry gets other graphs.
func TestGraphsEndWithTheirList(t *testing.T) {
	r := &recorder{}
	_, q := wave(t, "first", r)
	if err := first(q.Run(6), q.Apply("constant", "", "c", []float64{1}, ""), q.Run(6)); err != nil {
		t.Fatal(err)
	}
	if n := len(r.sweeps); n != 6*2+6*3 || r.made < 4 {
		t.Errorf("%d launches, %d graphs", n, r.made)
	}
}

// A graph uses no memory that was given back: the second memory of a field comes and goes.
func TestGraphsUseNoReleasedMemory(t *testing.T) {
	r := &recorder{}
	s, _ := wave(t, "first", r)
	u, err := s.fields.Find("a")
	if err != nil {
		t.Fatal(err)
	}
	home := u.Argument(false).Memory
	q := s.NewSequence("heat")
	if err := first(q.Apply("fill", "", "a", nil, "kind=periodic faces=all"), q.Apply("laplacian", "a", "c", []float64{1, 1, 1}, ""),
		q.Apply("combine", "a c", "a", []float64{1, 0.1}, "")); err != nil {
		t.Fatal(err)
	}
	for run := range 20 {
		if err := q.Run(1); err != nil {
			t.Fatal(err)
		}
		if u.Argument(false).Memory == home && run%2 == 1 {
			s.fields.ReleaseSecond(u)
		}
		if r.released[u.Argument(false).Memory] {
			t.Fatalf("run %d: the field lies in memory that was given back", run+1)
		}
	}
	if r.stale > 0 {
		t.Errorf("%d launches used memory that was given back", r.stale)
	}
	for range 6 {
		if err := q.Run(1); err != nil {
			t.Fatal(err)
		}
	}
	if r.made == 0 {
		t.Error("no graph was made")
	}
}

// Many runs by one call are a few starts, of as many whole periods of the swapped fields as one graph takes, and then what is left.
// The launches are those of single runs.
func TestManyRunsAreFewStarts(t *testing.T) {
	plain, taped := &recorder{}, &recorder{}
	_, direct := wave(t, "first,unrecorded", plain)
	_, q := wave(t, "first", taped)
	const launches, times = 2, 1001 // fill; both operators in one kernel
	most := mostLaunches / launches
	for range 4 {
		if err := first(direct.Run(times), q.Run(times)); err != nil {
			t.Fatal(err)
		}
	}
	before := taped.started
	for run := range 4 {
		if run == 2 {
			if err := first(direct.Set("dt", 0.2), q.Set("dt", 0.2)); err != nil {
				t.Fatal(err)
			}
		}
		if err := first(direct.Run(times), q.Run(times)); err != nil {
			t.Fatal(err)
		}
	}
	if starts := taped.started - before; starts != 4*above(times, most) {
		t.Errorf("4 x %d runs are %d starts, %d expected", times, starts, 4*above(times, most))
	}
	if a, b := launched(plain.sweeps), launched(taped.sweeps); !slices.Equal(a, b) {
		t.Errorf("%d launches directly, %d recorded, or others", len(a), len(b))
	}
	if taped.most > mostLaunches {
		t.Errorf("a graph has %d launches, at most %d expected", taped.most, mostLaunches)
	}
}

// Runs whose number always is another one push no graph of one run out, and run.
func TestRunsOfAnyNumber(t *testing.T) {
	plain, taped := &recorder{}, &recorder{}
	_, direct := wave(t, "first,unrecorded", plain)
	_, q := wave(t, "first", taped)
	for times := range 3 * mostReplays {
		if err := first(direct.Run(times), q.Run(times)); err != nil {
			t.Fatal(err)
		}
	}
	singles, all := 0, 0
	for _, g := range q.segments {
		for _, r := range g.made {
			if all++; r.runs == 1 && r.Graph != nil {
				singles++
			}
		}
	}
	if singles < 2 || all > 2*mostReplays {
		t.Errorf("%d graphs of one run, %d in all", singles, all)
	}
	if a, b := launched(plain.sweeps), launched(taped.sweeps); !slices.Equal(a, b) {
		t.Errorf("%d launches directly, %d recorded, or others", len(a), len(b))
	}
}

// A graph of several runs that the device refuses is not asked for again; runs go on one by one.
func TestRefusedGraphsOfSeveralRuns(t *testing.T) {
	plain, taped := &recorder{}, &recorder{limit: 10}
	_, direct := wave(t, "first,unrecorded", plain)
	_, q := wave(t, "first", taped)
	for range 6 {
		if err := first(direct.Run(20), q.Run(20)); err != nil {
			t.Fatal(err)
		}
	}
	if taped.refused != 1 || taped.made < 2 {
		t.Errorf("%d graphs refused, 1 expected; %d made", taped.refused, taped.made)
	}
	if a, b := launched(plain.sweeps), launched(taped.sweeps); !slices.Equal(a, b) {
		t.Errorf("%d launches directly, %d recorded, or others", len(a), len(b))
	}
}
