package compare

import (
	"runtime"
	"sync/atomic"
)

// mostWorkers and mostHeld (bytes, of all workers) bound what a comparison takes of a machine.
const (
	mostWorkers = 8
	mostHeld    = 128 << 20
)

// judged is what one worker found in one box.
type judged struct {
	box, elements int
	sums          sums
	err           error
}

// numbers judges all pairs of numbers. Workers take boxes in turn, each reads both sides and judges
// them while the next reads; their figures are joined in the order of the boxes.
func (p *pair) numbers(f *Field) (sums, map[int]int64, error) {
	total, counts, err := p.pass(f.Tolerance, 0, p.report)
	if err != nil || f.Tolerance.Norm == 0 || total.Beyond == total.nevers {
		return total, counts, err
	}
	// The norm of the reference is known only now. Where it covers the largest difference it covers
	// all; else the pairs beyond are counted in a second pass.
	if limits := limitsOf(f.Tolerance, float64(total.Reference), false); float64(total.MaxAbs) <= limits.fixed {
		total.Beyond = total.nevers
		return total, counts, nil
	}
	return p.pass(f.Tolerance, float64(total.Reference), nil)
}

// workers is how many share a pass, and as many hold two boxes each.
func (p *pair) workers() int {
	box := p.tiles.largest() * (p.sides[0].size + p.sides[1].size)
	return max(1, min(runtime.GOMAXPROCS(0), mostWorkers, p.tiles.count, mostHeld/max(1, box)))
}

func (p *pair) pass(t Tolerance, scale float64, report func(int)) (sums, map[int]int64, error) {
	workers := p.workers()
	found := make(chan judged, workers)
	judges := make([]*judge, workers)
	var next atomic.Int64
	var stop atomic.Bool
	for w := range judges {
		judges[w] = newJudge(p.sides[0].code, p.sides[1].code, limitsOf(t, scale, p.options.StrictNaN))
		go p.work(judges[w], &next, &stop, found)
	}
	total, err := p.collect(workers, found, &stop, report)
	return total, octaves(judges), err
}

// work judges boxes until there are no more. The last it sends is box -1.
func (p *pair) work(j *judge, next *atomic.Int64, stop *atomic.Bool, found chan<- judged) {
	var buffers [2][]byte
	for !stop.Load() {
		k := int(next.Add(1)) - 1
		if k >= p.tiles.count {
			break
		}
		box := p.tiles.at(k)
		r := judged{box: k, elements: box.elements()}
		for i, s := range p.sides {
			if r.err == nil {
				buffers[i], r.err = s.read(box, buffers[i])
			}
		}
		if r.err == nil {
			r.sums = j.pairs(int64(k)<<boxBits, buffers[0], buffers[1], r.elements)
		}
		found <- r
	}
	found <- judged{box: -1}
}

// collect joins the figures box by box. After an error it waits until nobody reads any more.
func (p *pair) collect(workers int, found <-chan judged, stop *atomic.Bool, report func(int)) (sums, error) {
	total := sums{worst: -1, firstNaN: -1}
	p.peaks = peaks{most: max(1, p.options.Worst)}
	var err error
	waiting, turn := map[int]sums{}, 0
	for workers > 0 {
		r := <-found
		switch {
		case r.box < 0:
			workers--
			continue
		case r.err != nil:
			if err == nil {
				err = r.err
			}
			stop.Store(true)
			continue
		}
		if report != nil {
			report(r.elements)
		}
		waiting[r.box] = r.sums
		for s, found := waiting[turn]; found; s, found = waiting[turn] {
			join(&total, &s)
			p.peaks.add(turn, &s)
			delete(waiting, turn)
			turn++
		}
	}
	return total, err
}
