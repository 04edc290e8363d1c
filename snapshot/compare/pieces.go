package compare

// pieceElements is how many numbers of each file one piece holds: 4 MiB as doubles. Three pairs of
// pieces are under way at most.
const pieceElements = 1 << 19

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
// dimensions that are longer than two halos.
func whole(shape []int, halo int) region {
	r := region{start: make([]int, len(shape)), count: append([]int{}, shape...)}
	for i := max(0, len(shape)-3); i < len(shape); i++ {
		if shape[i] > 2*halo {
			r.start[i], r.count[i] = halo, shape[i]-2*halo
		}
	}
	return r
}

// pieces cuts a region into boxes of at most `most` elements, in storage order: full in the fast
// dimensions, cut in one, single in those before it. Cuts fall on chunk borders where they can, so
// that no chunk is unpacked twice.
func (r region) pieces(most int, chunk []int) []region {
	if r.elements() == 0 {
		return nil
	}
	if len(r.count) == 0 {
		return []region{r}
	}
	below, cut := 1, len(r.count)-1 // elements of one step in dimension `cut`
	for cut > 0 && below*r.count[cut] <= most {
		below *= r.count[cut]
		cut--
	}
	step := max(1, most/below)
	if chunk != nil && chunk[cut] > 1 {
		step = max(chunk[cut], step/chunk[cut]*chunk[cut])
	}
	var out []region
	r.each(cut, func(start []int) {
		for at := 0; at < r.count[cut]; {
			n := min(step, r.count[cut]-at)
			if chunk != nil && chunk[cut] > 1 { // the first piece ends on a border
				n = min(n, step-(r.start[cut]+at)%chunk[cut])
			}
			p := region{start: append([]int{}, start...), count: append([]int{}, r.count...)}
			for i := range cut {
				p.count[i] = 1
			}
			p.start[cut], p.count[cut] = r.start[cut]+at, n
			out = append(out, p)
			at += n
		}
	})
	return out
}

// each calls f for every index of the dimensions before `cut`, in storage order.
func (r region) each(cut int, f func(start []int)) {
	at := append([]int{}, r.start...)
	var next func(d int)
	next = func(d int) {
		if d == cut {
			f(at)
			return
		}
		for k := range r.count[d] {
			at[d] = r.start[d] + k
			next(d + 1)
		}
		at[d] = r.start[d]
	}
	next(0)
}

// index is the place of a pair in the dataset: pair number `at` of the region, counted from 0.
func (r region) index(at int64) []int {
	out := make([]int, len(r.count))
	for i := len(r.count) - 1; i >= 0; i-- {
		n := int64(r.count[i])
		out[i] = r.start[i] + int(at%n)
		at /= n
	}
	return out
}
