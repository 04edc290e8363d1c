package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The boxes of any region cover each element once and stay small, and a pair's number leads back to
// its place.
func TestBoxesCover(t *testing.T) {
	for _, shape := range [][]int{{}, {1}, {17}, {4, 5}, {3, 4, 5}, {4, 3, 4, 5}, {100, 1, 1}, {1, 1, 100}} {
		for _, most := range []int{1, 3, 7, 20, 1000} {
			for _, chunk := range [][]int{nil, []int{2, 2, 3, 2}[:len(shape)]} {
				for halo := range 2 {
					r, err := whole("/f", shape, halo)
					if err != nil {
						t.Fatal(err)
					}
					cover(t, r, r.tiles(most, chunk), max(most, 24*len(chunk)))
				}
			}
		}
	}
	r, _ := whole("/f", []int{3, 0}, 0)
	if tiles := r.tiles(5, nil); tiles.count != 0 {
		t.Errorf("an empty dataset has %d boxes", tiles.count)
	}
}

func cover(t *testing.T, r region, tiles tiling, most int) {
	t.Helper()
	seen := map[string]bool{}
	for k := range tiles.count {
		box := tiles.at(k)
		if n := box.elements(); n < 1 || n > most || n > tiles.largest() {
			t.Errorf("%v: a box of %d elements, expected 1 to %d (largest %d)", r, n, most, tiles.largest())
		}
		for i := range box.elements() {
			index := tiles.index(int64(k)<<boxBits + int64(i))
			for d, at := range index {
				if at < r.start[d] || at >= r.start[d]+r.count[d] {
					t.Fatalf("%v: box %d has %v outside", r, k, index)
				}
			}
			if seen[fmt.Sprint(index)] {
				t.Fatalf("%v: %v twice", r, index)
			}
			seen[fmt.Sprint(index)] = true
		}
	}
	if len(seen) != r.elements() {
		t.Errorf("%v: %d elements of %d", r, len(seen), r.elements())
	}
}

func TestHaloLargerThanTheCells(t *testing.T) {
	for _, c := range []struct {
		shape []int
		halo  int
		want  string
	}{{[]int{5, 8, 8}, 2, ""}, {[]int{4, 8, 8}, 2, "leaves nothing of 4 cells in z; expected at most 1"}, {[]int{1, 8, 8}, 2, ""},
		{[]int{8, 3}, 2, "cells in x"}, {[]int{2, 9, 9, 9}, 4, ""}} {
		if _, err := whole("/f", c.shape, c.halo); (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, halo %d: %v, expected %q", c.shape, c.halo, err, c.want)
		}
	}
}

// A box read with its gaps and moved together is the box.
func TestGapsAreClosed(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		shape := make([]int, 1+random.IntN(4))
		box := region{start: make([]int, len(shape)), count: make([]int, len(shape))}
		all := 1
		for d := range shape {
			shape[d] = 1 + random.IntN(5)
			box.start[d] = random.IntN(shape[d])
			box.count[d] = 1 + random.IntN(shape[d]-box.start[d])
			all *= shape[d]
		}
		file := make([]byte, 2*all)
		for i := range file {
			file[i] = byte(i)
		}
		from, span := extent(box, shape)
		got := append([]byte{}, file[2*from:2*(from+span)]...)
		closeGaps(box, shape, 2, got)
		var want []byte
		tiles := box.tiles(1, nil)
		for k := range tiles.count {
			at, _ := extent(tiles.at(k), shape)
			want = append(want, file[2*at:2*at+2]...)
		}
		if string(got[:len(want)]) != string(want) {
			t.Fatalf("%v of %v: %v, expected %v", box, shape, got[:len(want)], want)
		}
	}
}

func TestFigureAsJSON(t *testing.T) {
	for f, want := range map[Figure]string{1.5: "1.5", Figure(math.Inf(1)): `"inf"`, Figure(math.Inf(-1)): `"-inf"`} {
		if got, _ := f.MarshalJSON(); string(got) != want {
			t.Errorf("%g is %s, expected %s", float64(f), got, want)
		}
	}
}

// The judge on its own: how fast pairs go by when they are identical, and when all differ.
func BenchmarkJudge(b *testing.B) {
	ref, other := make([]float64, flatElements), make([]float64, flatElements)
	for i := range ref {
		ref[i] = 1 + math.Sin(float64(i))
		other[i] = ref[i] * (1 + 1e-12*math.Cos(float64(i)))
	}
	for name, new := range map[string][]float64{"identical": append([]float64{}, ref...), "differing": other} {
		b.Run(name, func(b *testing.B) {
			j := newJudge(asFloat64, asFloat64, limitsOf(Tolerance{Relative: 1e-9}, 0, false))
			b.SetBytes(16 * flatElements)
			for range b.N {
				j.pairs(0, bytesOf(ref), bytesOf(new), len(ref))
			}
		})
	}
}
