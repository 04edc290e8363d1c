package compare

import "fmt"

// pieceElements is how many numbers of each file a piece holds that HDF5 reads: 4 MiB as doubles, and of larger elements
// as many as 4 MiB hold.
// flatElements is the same where the bytes are lifted straight out of the file: both sides of a
// piece stay in the second cache between the copy and the judge.
const (
	pieceElements = 1 << 19
	flatElements  = 1 << 15
)

// region is a box of a dataset: where it starts and how far it goes, slowest dimension first.
type region struct {
	start, count []int
}

func (r region) elements() int {
	n := 1
	for _, k := range r.count {
		n *= k
	}
	return n
}

// whole is the region to compare: everything, less `halo` layers at each side of the three fastest
// dimensions. A dimension of one cell has no halo; one that the halo would use up is refused.
func whole(path string, shape []int, halo int) (region, error) {
	r := region{start: make([]int, len(shape)), count: append([]int{}, shape...)}
	for i := max(0, len(shape)-3); i < len(shape) && halo > 0; i++ {
		switch n := shape[i]; {
		case n > 2*halo:
			r.start[i], r.count[i] = halo, n-2*halo
		case n > 1:
			return r, fmt.Errorf("%s: a halo of %d layers at each side leaves nothing of %d cells in %s; expected at most %d, or that dataset excluded",
				path, halo, n, string("zyx"[i-len(shape)+3]), (n-1)/2)
		}
	}
	return r, nil
}

// tiling cuts a region into boxes. Their edges lie on multiples of the steps, counted from base, so
// that a chunked dataset unpacks no chunk twice.
type tiling struct {
	region     region
	base, step []int
	along      []int // boxes in each dimension
	count      int
}

// tiles cuts a region into boxes of about `most` elements, at least one chunk; without chunks they
// follow each other in storage order.
func (r region) tiles(most int, chunk []int) tiling {
	t := tiling{region: r, base: append([]int{}, r.start...), step: make([]int, len(r.count)), along: make([]int, len(r.count)), count: 1}
	box := 1
	for d := range r.count {
		t.step[d] = 1
		if chunk != nil {
			t.step[d] = max(1, chunk[d])
			t.base[d] -= t.base[d] % t.step[d]
		}
		box *= min(t.step[d], max(1, r.count[d]))
	}
	for d := len(r.count) - 1; d >= 0; d-- { // fast dimensions grow first
		one := t.step[d]
		reach := r.start[d] + r.count[d] - t.base[d]
		if need := (reach + one - 1) / one; need > 1 && most/box > 1 {
			grown := min(need, most/box)
			t.step[d] *= grown
			box *= grown
		}
		t.along[d] = (reach + t.step[d] - 1) / t.step[d]
		t.count *= t.along[d]
	}
	if r.elements() == 0 {
		t.count = 0
	}
	return t
}

// at is box number k.
func (t *tiling) at(k int) region {
	box := region{start: make([]int, len(t.step)), count: make([]int, len(t.step))}
	for d := len(t.step) - 1; d >= 0; d-- {
		i := k % t.along[d]
		k /= t.along[d]
		from := t.base[d] + i*t.step[d]
		to := min(from+t.step[d], t.region.start[d]+t.region.count[d])
		from = max(from, t.region.start[d])
		box.start[d], box.count[d] = from, to-from
	}
	return box
}

// largest is the most elements that a box has.
func (t *tiling) largest() int {
	n := 1
	for d, step := range t.step {
		n *= min(step, max(1, t.region.count[d]))
	}
	return n
}

// Pairs are numbered by their box and their place in it, so that a number fits the judge.
const boxBits = 32

// index is the place of a pair in the dataset, slowest dimension first.
func (t *tiling) index(pair int64) []int {
	box := t.at(int(pair >> boxBits))
	at := pair & (1<<boxBits - 1)
	out := make([]int, len(box.count))
	for i := len(box.count) - 1; i >= 0; i-- {
		n := int64(box.count[i])
		out[i] = box.start[i] + int(at%n)
		at /= n
	}
	return out
}
