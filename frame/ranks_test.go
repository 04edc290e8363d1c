package frame

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestCPUsAreDividedAmongTheRanksBoundToThem(t *testing.T) {
	upTo := func(n int) []int {
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		return list
	}
	for _, c := range []struct {
		name       string
		mine       []int
		neighbours [][]int
		want       int
	}{
		{"alone", upTo(8), [][]int{upTo(8)}, 8},
		{"bound to a core each", []int{3}, [][]int{{2}, {3}}, 1},
		{"nobody bound", upTo(64), [][]int{upTo(64), upTo(64), upTo(64)}, 21},
		{"sockets that two ranks share", []int{4, 5, 6, 7}, [][]int{{0, 1, 2, 3}, {0, 1, 2, 3}, {4, 5, 6, 7}, {4, 5, 6, 7}}, 2},
		{"one rank bound among unbound ones", []int{0}, [][]int{upTo(4), {0}}, 1},
		{"unbound beside a bound one", upTo(4), [][]int{upTo(4), {0}}, 3},
		{"more ranks than CPUs", upTo(2), [][]int{upTo(2), upTo(2), upTo(2)}, 1},
		{"no CPU set is known", nil, [][]int{nil}, 1},
	} {
		if got := fairShare(c.mine, c.neighbours); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

// A rank waits without a yield only where that keeps no other rank from its core.
func TestRanksSpinOnCoresOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		name  string
		mine  []int
		nodes [][]int
		own   bool
	}{
		{"a core each", []int{3}, [][]int{{2}, {3}}, true},
		{"as many ranks as cores, none bound", []int{0, 1, 2}, [][]int{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, true},
		{"more ranks than cores of the set", []int{0, 1}, [][]int{{0, 1}, {0, 1}, {0, 1}}, false},
		{"two ranks on a core", []int{5}, [][]int{{5}, {5}}, false},
		{"no set is known", nil, [][]int{nil, nil}, false},
	} {
		if own := ownsCore(c.mine, c.nodes); own != c.own {
			t.Errorf("%s: %v, want %v", c.name, own, c.own)
		}
	}
}

func TestRanksTakeGPUsInTurn(t *testing.T) {
	p := Placement{Rank: 3, Size: 5, GPUs: 2}.deal()
	if !slices.Equal(p.GPU, []int{0, 1, 0, 1, 0}) || !slices.Equal(p.Sharing, []int{1, 3}) {
		t.Errorf("%+v", p)
	}
	if p := (Placement{Rank: 1, Size: 2}).deal(); p.GPU != nil {
		t.Errorf("no GPU, and yet %+v", p)
	}
}

// A GPU that was asked for by a number that no node has is an error, not a run on the CPU.
func TestGPUsThatDoNotExistAreNotReplaced(t *testing.T) {
	for _, id := range []int{1025, 65536, 70000, math.MaxInt} {
		err := Initialize(Config{MaxBlock: 8, Species: 1, Names: []string{"O2"}, DeviceID: id, Environment: map[string]string{"DRAWBRIDGE_DRIVER": t.TempDir()}})
		if err == nil {
			Finalize()
			t.Errorf("device %d is replaced", id)
		} else if !strings.Contains(err.Error(), "gpu:"+strconv.Itoa(id)) {
			t.Errorf("device %d: %v", id, err)
		}
	}
}

func TestPlaceComesFromAnyLauncher(t *testing.T) {
	for _, c := range []struct {
		environment map[string]string
		want        local
	}{
		{map[string]string{}, local{0, 1}},
		{map[string]string{"OMPI_COMM_WORLD_LOCAL_RANK": "3", "OMPI_COMM_WORLD_LOCAL_SIZE": "4"}, local{3, 4}},
		{map[string]string{"MPI_LOCALRANKID": "1", "MPI_LOCALNRANKS": "2"}, local{1, 2}},
		{map[string]string{"PALS_LOCAL_RANKID": "5", "PALS_LOCAL_SIZE": "8"}, local{5, 8}},
		{map[string]string{"FLUX_TASK_LOCAL_ID": "2", "FLUX_TASK_LOCAL_SIZE": "3"}, local{2, 3}},
		{map[string]string{"SLURM_LOCALID": "1", "SLURM_NTASKS_PER_NODE": "4(x2)"}, local{1, 2}},
		{map[string]string{"OMPI_COMM_WORLD_LOCAL_RANK": "-1"}, local{0, 1}},
		{map[string]string{"OMPI_COMM_WORLD_LOCAL_RANK": "x", "SLURM_LOCALID": "0"}, local{0, 1}},
	} {
		if got := placeOf(c.environment); got != c.want {
			t.Errorf("%v: got %v, want %v", c.environment, got, c.want)
		}
	}
}

func TestThreadsFollowTheBinding(t *testing.T) {
	for _, c := range []struct{ bound, online, ranks, want int }{
		{2, 2, 1, 2},    // alone on the node
		{2, 2, 2, 1},    // two ranks, nobody bound
		{1, 64, 64, 1},  // bound to cores
		{4, 8, 2, 4},    // two ranks, each bound to its own four cores
		{16, 32, 4, 8},  // bound to sockets that two ranks share
		{64, 64, 3, 21}, // three ranks, nobody bound
		{1, 1, 5, 1},    // more ranks than cores
	} {
		if got := threadsFor(c.bound, c.online, local{0, c.ranks}); got != c.want {
			t.Errorf("bound to %d of %d, %d ranks: got %d, want %d", c.bound, c.online, c.ranks, got, c.want)
		}
	}
}
