package frame

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// A grid that Drawbridge divides gets the process grid whose exchange costs least, by terms that the ranks measure once for a Frame.

// processGrid is how many parts each axis has.
type processGrid [3]int

func (p processGrid) String() string { return fmt.Sprintf("%d x %d x %d", p[0], p[1], p[2]) }

// part is the box of a rank: axes are cut into parts of nearly equal extents, and ranks count along x first.
func (p processGrid) part(rank int, global [3]int) (b Part) {
	at := [3]int{rank % p[0], rank / p[0] % p[1], rank / (p[0] * p[1])}
	for i, n := range global {
		from, to := at[i]*n/p[i], (at[i]+1)*n/p[i]
		b.First[i], b.Extents[i] = from+1, to-from
	}
	return b
}

// boxes are the parts of all ranks.
func (p processGrid) boxes(global [3]int) (list []Part) {
	for rank := range p[0] * p[1] * p[2] {
		list = append(list, p.part(rank, global))
	}
	return list
}

// thinnest is the least extent of a part along the axes that are divided; math.MaxInt where none is.
func (p processGrid) thinnest(global [3]int) int {
	least := math.MaxInt
	for i, n := range global {
		if p[i] > 1 {
			least = min(least, n/p[i])
		}
	}
	return least
}

// points are those at faces between parts, of all of them.
func (p processGrid) points(global [3]int) (n float64) {
	for i := range p {
		if p[i] > 1 {
			n += float64(p[i]) * float64(global[(i+1)%3]) * float64(global[(i+2)%3])
		}
	}
	return n
}

// processGrids are those of so many ranks that give each a point at least, that of the fewest points at faces first. Of grids with as many, that
// with longer rows comes first.
func processGrids(ranks int, global [3]int) (list []processGrid) {
	for x := 1; x <= ranks; x++ {
		for y := 1; x*y <= ranks; y++ {
			if p := (processGrid{x, y, ranks / (x * y)}); x*y*p[2] == ranks && p[0] <= global[0] && p[1] <= global[1] && p[2] <= global[2] {
				list = append(list, p)
			}
		}
	}
	slices.SortStableFunc(list, func(p, q processGrid) int {
		switch m, n := p.points(global), q.points(global); {
		case m < n:
			return -1
		case m > n:
			return 1
		}
		return p[0] - q[0]
	})
	return list
}

// The exchange that grids are compared by, the thinnest part that is considered beside the grid of the fewest faces, and the part of its time below
// which another one takes its place.
const (
	trialLayers  = 2 // of one field of doubles
	trialExtent  = 16
	worthAnother = 0.9
)

// exchangeTerms are the terms of an exchange along one axis, in seconds.
type exchangeTerms struct {
	within    [2]term // of faces across x, and across y or z, that a rank copies to itself
	near, far term    // of faces across z that travel between ranks of one node, and of two, packing included
}

// term is the time of a message, and of each of its bytes.
type term struct{ latency, perByte float64 }

func (t term) seconds(bytes float64) float64 { return t.latency + t.perByte*bytes }

// termOf goes through two measurements.
func termOf(bytes, seconds [2]float64) term {
	t := term{perByte: max(0, (seconds[1]-seconds[0])/(bytes[1]-bytes[0]))}
	t.latency = max(0, seconds[0]-t.perByte*bytes[0])
	return t
}

// cost is the time of an exchange of the largest box of a grid: one axis follows the other.
func (t *exchangeTerms) cost(p processGrid, global [3]int, periodic [3]bool, hosts []string) (seconds float64) {
	largest := [3]float64{}
	for i, n := range global {
		largest[i] = float64((n + p[i] - 1) / p[i])
	}
	for i := range p {
		bytes := 8 * trialLayers * largest[(i+1)%3] * largest[(i+2)%3]
		within := t.within[min(i, 1)].seconds(bytes)
		switch {
		case p[i] == 1 && periodic[i]:
			seconds += within
		case p[i] > 1:
			between := t.near
			if p.crosses(i, periodic[i], hosts) {
				between = t.far
			}
			seconds += between.seconds(bytes) + max(0, within-t.within[1].seconds(bytes))
		}
	}
	return seconds
}

// crosses tells whether neighbours along an axis run on different nodes.
func (p processGrid) crosses(axis int, periodic bool, hosts []string) bool {
	stride := []int{1, p[0], p[0] * p[1]}[axis]
	for rank, host := range hosts {
		next := rank + stride
		if rank/stride%p[axis] == p[axis]-1 {
			next = rank - (p[axis]-1)*stride
			if !periodic {
				continue
			}
		}
		if host != hosts[next] {
			return true
		}
	}
	return false
}

// chosen is the grid of the least cost among some, the first of which has the fewest faces. Noise does not move it from there.
func (t *exchangeTerms) chosen(list []processGrid, global [3]int, periodic [3]bool, hosts []string) (best processGrid, seconds, first float64) {
	best, seconds = list[0], t.cost(list[0], global, periodic, hosts)
	first = seconds
	limit := worthAnother * first
	for _, p := range list[1:] {
		if s := t.cost(p, global, periodic, hosts); p.thinnest(global) >= trialExtent && s < limit {
			best, seconds, limit = p, s, s
		}
	}
	return best, seconds, first
}

// choose divides the grid of a domain, whose ranks know each other. All ranks have the same terms and come to the same grid. Where no other grid
// than that of the fewest faces has thick parts, nothing is measured.
func (d *Domain) choose() error {
	list := processGrids(len(d.hosts), d.Global)
	best := list[0]
	if slices.ContainsFunc(list[1:], func(p processGrid) bool { return p.thinnest(d.Global) >= trialExtent }) {
		terms, err := d.exchangeTerms()
		if err != nil {
			return status.Wrap(err, "domain: exchanges could not be measured for the process grid: %v. A domain with comm= or with first= and extents= measures nothing", err)
		}
		var seconds, first float64
		best, seconds, first = terms.chosen(list, d.Global, d.Periodic, d.hosts)
		why := "the fewest points at faces, and none is 10 % faster"
		if best != list[0] {
			why = fmt.Sprintf("%v has the fewest points at faces, and would take %.3g ms", list[0], 1e3*first)
		}
		d.frame.report.NoteOnce("domain of %v points: process grid %v, an exchange of a field with %d layers takes %.3g ms by measured terms (%s)", d.Global[:d.Dims], best, trialLayers, 1e3*seconds, why)
	}
	d.Boxes = best.boxes(d.Global)
	return nil
}

// exchangeTerms measures the terms, once for a Frame; collective. Slabs, one for each rank, are stacked along z.
func (d *Domain) exchangeTerms() (*exchangeTerms, error) {
	f := d.frame
	if f.terms != nil {
		return f.terms, nil
	}
	var bytes [2][3]float64
	var within [2][3]float64 // of each size and axis
	var between [2][2]float64
	orders := [2][]int{d.together(), d.apart()} // neighbours on one node, on two
	f.tries = true
	defer func() { f.tries = false }()
	for size, extents := range [2][3]int{{32, 32, 8}, {256, 256, 16}} {
		for i := range extents {
			bytes[size][i] = 8 * trialLayers * float64(extents[(i+1)%3]*extents[(i+2)%3])
		}
		for k, order := range orders {
			if order == nil {
				continue
			}
			alone, near, far, err := d.trial(order, extents)
			if err != nil {
				return nil, err
			}
			within[size] = alone
			between[k][size] = []float64{near, far}[k]
		}
	}
	t := &exchangeTerms{near: termOf([2]float64{bytes[0][2], bytes[1][2]}, between[0]), far: termOf([2]float64{bytes[0][2], bytes[1][2]}, between[1])}
	for axis := range t.within {
		t.within[axis] = termOf([2]float64{bytes[0][axis], bytes[1][axis]}, [2]float64{within[0][axis], within[1][axis]})
	}
	if between[0] == [2]float64{} { // no rank has all of its neighbours on its own node
		t.near = t.far
	}
	f.terms = t
	f.report.NoteOnce("exchanges between ranks: %s on one node%s; a rank's own faces: %s across x, %s across y", t.near, t.farText(orders[1] != nil), t.within[0], t.within[1])
	return t, nil
}

func (t term) String() string {
	return fmt.Sprintf("%.3g us and %.3g ns per KB", 1e6*t.latency, 1e12*t.perByte)
}

func (t *exchangeTerms) farText(measured bool) string {
	if !measured {
		return ""
	}
	return fmt.Sprintf(", %s on two", t.far)
}

// together are the ranks in an order in which those of a node follow each other; nil where each has a node of its own.
func (d *Domain) together() []int {
	order := make([]int, len(d.hosts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Index(d.hosts, d.hosts[a]) - slices.Index(d.hosts, d.hosts[b]) })
	for i := range order[1:] {
		if d.hosts[order[i]] == d.hosts[order[i+1]] {
			return order
		}
	}
	return nil
}

// apart are the ranks in an order in which neighbours run on different nodes, as far as there are such; nil where all run on one.
func (d *Domain) apart() (order []int) {
	left := d.together()
	if left == nil {
		for i := range d.hosts {
			left = append(left, i)
		}
	}
	for len(left) > 0 {
		next := 0
		if len(order) > 0 {
			next = max(0, slices.IndexFunc(left, func(r int) bool { return d.hosts[r] != d.hosts[order[len(order)-1]] }))
		}
		order = append(order, left[next])
		left = slices.Delete(left, next, next+1)
	}
	if d.hosts[order[0]] == d.hosts[order[1]] {
		return nil
	}
	return order
}

// trial measures an exchange along each axis, of slabs of one rank each that follow each other along z: with itself along x and y, with its
// neighbours along z, by whether all of them run on its node. It answers the times of the slowest rank.
func (d *Domain) trial(order []int, extents [3]int) (alone [3]float64, near, far float64, err error) {
	f := d.frame
	t := &Domain{frame: f, Global: extents, Periodic: [3]bool{true, true, false}, Dims: 3, hosts: d.hosts, sharers: d.sharers, mixed: d.mixed, given: true}
	t.Global[2] *= len(order)
	t.Boxes = make([]Part, len(order))
	owner := make([]int, len(order))
	for place, rank := range order {
		t.Boxes[rank] = Part{First: [3]int{1, 1, 1 + place*extents[2]}, Extents: extents}
		owner[place] = place
	}
	t.own(owner)
	if err := t.meet(); err != nil {
		return alone, 0, 0, err
	}
	former := maps.Clone(f.lines)
	var fields *views.Fields
	s, err := f.operators()
	if err == nil {
		fields = s.Fields()
		if err = fields.CreateAt(trialField, extents[:], t.Boxes[d.rank()].First[:], trialLayers, "double", 1); err == nil {
			defer func() { _ = fields.Destroy(trialField) }()
		}
	}
	for axis := range alone {
		x := &exchange{domain: t, stencils: s, layers: trialLayers, from: axis, to: axis + 1}
		times, failure := x.timed(fields, err)
		if failure != nil {
			return alone, 0, 0, failure
		}
		for rank, seconds := range times {
			alone[axis] = max(alone[axis], seconds)
			switch {
			case axis < 2:
			case t.leaves(rank):
				far = max(far, seconds)
			default:
				near = max(near, seconds)
			}
		}
	}
	return alone, near, far, f.keepLines(former)
}

// keepLines closes the lines that were made since, on all ranks: those of a trial would keep transports that were measured with its messages.
func (f *Frame) keepLines(former map[string]*line) error {
	made := maps.Clone(f.lines)
	maps.DeleteFunc(made, func(key string, _ *line) bool { return former[key] != nil })
	for key, l := range made {
		l.leave(f)
		delete(f.lines, key)
	}
	f.epoch++
	err := f.ranks.Agree("process grid", nil) // the neighbours have left them, too
	for _, l := range made {
		l.close(f)
	}
	return err
}

// trialField is the name of the field that is exchanged, which no user has.
const trialField = "drawbridge:exchange"

// leaves tells whether a neighbour of a rank runs on another node, where each rank has one block.
func (d *Domain) leaves(rank int) bool {
	for axis := range d.Dims {
		for side := range 2 {
			if next, err := d.beyond(rank, axis, side); err == nil && next >= 0 && d.hosts[next] != d.hosts[rank] {
				return true
			}
		}
	}
	return false
}

// timed is the least time of an exchange of some runs, of each rank. Ranks begin each run together, and all fail where one does.
func (x *exchange) timed(fields *views.Fields, failure error) (times []float64, err error) {
	const runs = 6 // the first one finds transports and compiles
	f := x.domain.frame
	kernels := f.device.About().Compiles && !x.domain.mixed
	once := func() error {
		if !kernels {
			return x.run(fields)
		}
		if err := x.start(); err != nil {
			return err
		}
		if err := f.device.About().Fields.Finish(); err != nil {
			return err
		}
		return x.judge()
	}
	if failure == nil {
		failure = x.take(fields, trialField)
	}
	least := math.Inf(1)
	for run := range runs {
		if err := f.ranks.Agree("process grid", failure); err != nil {
			return nil, err
		}
		if run == 0 && kernels {
			failure = x.prepare()
			continue
		}
		begin := time.Now()
		if failure = once(); failure != nil {
			x.giveUp()
		}
		if run > 1 {
			least = min(least, time.Since(begin).Seconds())
		}
	}
	all, err := f.shareNumbers("process grid", []int64{int64(1e9 * least)}, failure)
	for _, numbers := range all {
		times = append(times, 1e-9*float64(numbers[0]))
	}
	return times, err
}
