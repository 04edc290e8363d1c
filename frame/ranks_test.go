package frame

import "testing"

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
