package snapshot

import (
	"strings"
	"testing"
	"time"
)

func TestSlabsCoverTheBoxOnce(t *testing.T) {
	for _, box := range [][6]int{{1, 1, 1, 1, 1, 1}, {3, 9, 2, 6, 5, 12}, {1, 40, 1, 3, 1, 2}, {1, 2, 1, 50, 1, 3}} {
		for _, most := range []int{1, 7, 36, 1000} {
			seen := map[[3]int]int{}
			for _, s := range slabs(box, most) {
				cells := 0
				for z := s[4]; z <= s[5]; z++ {
					for y := s[2]; y <= s[3]; y++ {
						for x := s[0]; x <= s[1]; x++ {
							seen[[3]int{x, y, z}]++
							cells++
						}
					}
				}
				if row := box[1] - box[0] + 1; cells > max(most, row) {
					t.Errorf("box %v, most %d: a slab %v of %d cells", box, most, s, cells)
				}
			}
			if want := (box[1] - box[0] + 1) * (box[3] - box[2] + 1) * (box[5] - box[4] + 1); len(seen) != want {
				t.Errorf("box %v, most %d: %d cells of %d", box, most, len(seen), want)
			}
			for cell, n := range seen {
				if n != 1 {
					t.Errorf("box %v, most %d: cell %v comes %d times", box, most, cell, n)
				}
			}
		}
	}
}

func TestBoxesMustFillTheGrid(t *testing.T) {
	cells := [3]int{4, 4, 4}
	half, other := [6]int{1, 2, 1, 4, 1, 4}, [6]int{3, 4, 1, 4, 1, 4}
	if err := fill(cells, [][6]int{half, other}, []int{0, 1}); err != nil {
		t.Errorf("two halves: %v", err)
	}
	for name, boxes := range map[string][][6]int{
		"a half is missing":             {half},
		"an overlap":                    {half, {2, 4, 1, 4, 1, 4}},
		"an overlap of the same volume": {half, {2, 3, 1, 4, 1, 4}},
	} {
		if err := fill(cells, boxes, []int{0, 0}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestManyBoxesAreJudgedWithoutComparingAllPairs(t *testing.T) {
	const n = 100000
	for d := range 3 {
		cells := [3]int{2, 2, 2}
		cells[d] = n
		boxes := make([][6]int, n)
		for i := range boxes {
			boxes[i] = [6]int{1, 2, 1, 2, 1, 2}
			at := n - (i*7919)%n // in any order
			boxes[i][2*d], boxes[i][2*d+1] = at, at
		}
		begin := time.Now()
		if err := fill(cells, boxes, make([]int, n)); err != nil {
			t.Errorf("direction %d: %v", d, err)
		}
		boxes[n-1] = boxes[5]
		if err := fill(cells, boxes, make([]int, n)); err == nil || !strings.Contains(err.Error(), "overlap") {
			t.Errorf("direction %d: the same box twice: %v", d, err)
		}
		if took := time.Since(begin); took > 3*time.Second {
			t.Errorf("direction %d: %v for %d boxes", d, took, n)
		}
	}
}

// alone is a rank of many whose node has no other of lower number, or has.
type alone struct {
	Ranks
	place int
}

func (a alone) Node() (rank, size int) { return a.place, 2 }

func TestEveryNodeBringsItsPagesToTheDisk(t *testing.T) {
	for _, c := range []struct {
		transport string
		place     int
		syncs     bool
	}{{TransportDirect, 0, true}, {TransportParallel, 0, true}, {TransportDirect, 1, false}, {TransportGather, 0, false}} {
		snap := &Together{ranks: alone{place: c.place}, transport: c.transport, temporary: t.TempDir() + "/absent"}
		if err := snap.synchronise(); (err != nil) != c.syncs { // an absent file cannot be brought to the disk
			t.Errorf("transport %s, place %d on its node: %v", c.transport, c.place, err)
		}
	}
}
