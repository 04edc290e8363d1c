package domains

import (
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"drawbridge/device/host"
	"drawbridge/mpi"
	"drawbridge/properties"
	"drawbridge/report"
	"drawbridge/settings"
	"drawbridge/stencils"
	"drawbridge/views"
)

// network carries messages between ranks that are goroutines: it delays each, so that those of different ranks and ways pass each other,
// and may lose one. Messages of one rank, to one rank, one way, keep their order, as MPI's do.
type network struct {
	sync.Mutex
	queues  map[[3]int]chan []float64
	losing  [4]int // from, to, way, which of them; from -1: none
	counts  map[[3]int]int
	left    chan struct{} // closed when a rank gives up
	leaving sync.Once
}

func newNetwork(losing [4]int) *network {
	return &network{queues: map[[3]int]chan []float64{}, counts: map[[3]int]int{}, losing: losing, left: make(chan struct{})}
}

func (n *network) queue(from, to, way int) chan []float64 {
	n.Lock()
	defer n.Unlock()
	key := [3]int{from, to, way}
	if n.queues[key] == nil {
		n.queues[key] = make(chan []float64, 64)
	}
	return n.queues[key]
}

// lost counts a message and tells whether it is the one that the network loses.
func (n *network) lost(from, to, way int) bool {
	n.Lock()
	defer n.Unlock()
	key := [3]int{from, to, way}
	n.counts[key]++
	return n.losing == [4]int{from, to, way, n.counts[key]}
}

// goroutineRank is a rank on such a network. Only what an exchange calls is there.
type goroutineRank struct {
	mpi.Ranks
	net        *network
	rank, size int
	room       []float64
}

func (r *goroutineRank) Rank() int { return r.rank }
func (r *goroutineRank) Size() int { return r.size }
func (r *goroutineRank) Abandon()  { r.net.leaving.Do(func() { close(r.net.left) }) }
func (r *goroutineRank) Room(n int) ([]float64, error) {
	if n > len(r.room) {
		r.room = make([]float64, n)
	}
	return r.room, nil
}

func (r *goroutineRank) Swap(_ string, messages []mpi.Message) error {
	for _, m := range messages {
		if m.Sends && !r.net.lost(r.rank, m.Peer, m.Way) {
			values := slices.Clone(r.room[m.From : m.From+m.Count])
			time.Sleep(time.Duration(rand.Intn(300)) * time.Microsecond)
			r.net.queue(r.rank, m.Peer, m.Way) <- values
		}
	}
	for _, m := range messages {
		if m.Sends {
			continue
		}
		select {
		case values := <-r.net.queue(m.Peer, r.rank, m.Way):
			if len(values) != m.Count {
				return fmt.Errorf("rank %d sends %d values, %d expected", m.Peer, len(values), m.Count)
			}
			copy(r.room[m.From:], values)
		case <-r.net.left:
			return fmt.Errorf("a rank went on alone")
		case <-time.After(time.Second):
			return fmt.Errorf("rank %d did not come", m.Peer)
		}
	}
	return nil
}

// ring runs so many exchanges on three ranks along x and gives each rank's error. After each the halos are judged.
func ring(t *testing.T, net *network, steps int) [3]error {
	t.Helper()
	const ranks = 3
	var failures [ranks]error
	var all sync.WaitGroup
	for rank := range ranks {
		all.Add(1)
		go func() {
			defer all.Done()
			failures[rank] = rankOfRing(&goroutineRank{net: net, rank: rank, size: ranks}, steps)
		}()
	}
	ended := make(chan struct{})
	go func() { all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("the ranks hang")
	}
	return failures
}

func rankOfRing(r *goroutineRank, steps int) error {
	isa, err := properties.ISA("")
	if err != nil {
		return err
	}
	machine, err := host.Open(1, isa)
	if err != nil {
		return err
	}
	defer machine.Close()
	values, _, _ := settings.Resolve(nil, nil)
	var s *stencils.Stencils
	f := New(Context{Device: machine, Ranks: r, Settings: values, Report: report.New("test"), Operators: func() (*stencils.Stencils, error) {
		if s == nil {
			s, err = stencils.New(machine, isa, "measure", report.New("test"))
		}
		return s, err
	}})
	d := &Domain{all: f, Global: [3]int{9, 2, 2}, Periodic: [3]bool{true, false, false}, Dims: 3}
	var owner []int
	for rank := range r.size {
		d.Boxes, owner = append(d.Boxes, Part{[3]int{1 + 3*rank, 1, 1}, [3]int{3, 2, 2}}), append(owner, rank)
	}
	d.own(owner)
	if err := d.meet(); err != nil {
		return err
	}
	if _, err := f.Operators(); err != nil {
		return err
	}
	defer s.Close()
	if err := s.Fields().CreateAt("u", []int{3, 2, 2}, []int{1 + 3*r.rank, 1, 1}, 1, "double", 1); err != nil {
		return err
	}
	u, _ := s.Fields().Find("u")
	x := &exchange{domain: d, to: d.Dims, stencils: s}
	if err := x.take(s.Fields(), "u"); err != nil {
		return err
	}
	for step := range steps {
		if err := exchangeOnce(x, s, u, step); err != nil {
			x.giveUp()
			return fmt.Errorf("step %d: %w", step, err)
		}
	}
	return nil
}

// exchangeOnce gives the interior values of its own, exchanges and looks at both halos.
func exchangeOnce(x *exchange, s *stencils.Stencils, u *views.Field, step int) error {
	value := func(i int) float64 { return float64(100*step + (i+8)%9 + 1) } // of the global point i, 1 to 9, whatever y and z
	var values [16]float64                                                  // of a face with the halo beyond the walls along y and z
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	at := uintptr(unsafe.Pointer(&values[0]))
	for i := range 3 {
		for point := range 4 {
			values[0] = value(u.First[0] + i)
			if err := s.Fields().Element(u, [3]int{i + 1, point%2 + 1, point/2 + 1}, at, false); err != nil {
				return err
			}
		}
	}
	if err := x.run(s.Fields()); err != nil {
		return err
	}
	for side, beyond := range []int{u.First[0] - 1, u.First[0] + 3} {
		values = [16]float64{}
		if err := s.Fields().CopyFace(u, views.Face{Axis: 0, Side: side, Layers: 1}, at, true); err != nil {
			return err
		}
		for _, at := range []int{5, 6, 9, 10} { // of the interior's rows
			if got, want := values[at], value(beyond); got != want {
				return fmt.Errorf("halo %d is %v, %g expected", side, values, want)
			}
		}
	}
	return nil
}

func TestMessagesThatPassEachOther(t *testing.T) {
	for rank, err := range ring(t, newNetwork([4]int{-1}), 60) {
		if err != nil {
			t.Errorf("rank %d: %v", rank, err)
		}
	}
}

func TestALostMessageEndsAllRanks(t *testing.T) {
	failures := ring(t, newNetwork([4]int{1, 2, 1, 20}), 60)
	for rank, err := range failures {
		if err == nil {
			t.Errorf("rank %d has no error", rank)
		}
	}
	if err := failures[2]; err == nil || !strings.Contains(err.Error(), "a message of rank 1 is lost") && !strings.Contains(err.Error(), "rank 1 did not come") {
		t.Errorf("rank 2, whose message of rank 1 is lost: %v", err)
	}
}
