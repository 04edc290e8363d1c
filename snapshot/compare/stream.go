package compare

import "drawbridge/snapshot/hdf5file"

// buffers hold one piece of both files; what is read decides which pair is used.
type buffers struct {
	first           int64 // number of the first pair
	floats, against []float64
	wholes, facing  []int64
	large, opposite []uint64
	err             error
}

// reader fills buffers with a piece; feeder hands them to the judge.
type reader func(ref, new *hdf5file.Dataset, at region, b *buffers) error

func readFloats(ref, new *hdf5file.Dataset, at region, b *buffers) error {
	n := at.elements()
	b.floats = grow(b.floats, n)
	if err := ref.ReadFloat64(at.start, at.count, b.floats); err != nil {
		return err
	}
	if new == ref { // measured alone
		b.against = b.floats
		return nil
	}
	b.against = grow(b.against, n)
	return new.ReadFloat64(at.start, at.count, b.against)
}

func readIntegers(ref, new *hdf5file.Dataset, at region, b *buffers) error {
	n := at.elements()
	b.wholes, b.facing = grow(b.wholes, n), grow(b.facing, n)
	if err := ref.ReadInt64(at.start, at.count, b.wholes); err != nil {
		return err
	}
	return new.ReadInt64(at.start, at.count, b.facing)
}

func readLarge(ref, new *hdf5file.Dataset, at region, b *buffers) error {
	n := at.elements()
	b.large, b.opposite = grow(b.large, n), grow(b.opposite, n)
	if err := ref.ReadUint64(at.start, at.count, b.large); err != nil {
		return err
	}
	return new.ReadUint64(at.start, at.count, b.opposite)
}

// judged hands what was read to a judge and answers how many pairs it was.
func (b *buffers) judged(j *judge) int {
	switch {
	case b.floats != nil:
		j.floats(b.first, b.floats, b.against)
		return len(b.floats)
	case b.wholes != nil:
		integers(j, b.first, b.wholes, b.facing)
		return len(b.wholes)
	}
	integers(j, b.first, b.large, b.opposite)
	return len(b.large)
}

// underway is how many pairs of pieces exist: one is read, one is judged, one waits.
const underway = 3

// numbers reads pieces on one side while it judges on the other.
func (p *pair) numbers(j *judge, read reader) error {
	if p.options.tolerance(p.ref.Path).Norm > 0 {
		if err := p.measure(j, read); err != nil {
			return err
		}
	}
	return p.stream(read, func(b *buffers) { p.report(b.judged(j)) })
}

// measure finds max|ref| in a pass of its own: the norm tolerance needs it before the first pair.
func (p *pair) measure(j *judge, read reader) error {
	scout := &judge{worst: -1, firstNaN: -1, whole: j.whole}
	alone := &pair{ref: p.ref, new: p.ref, options: p.options, region: p.region, pieces: p.pieces}
	err := alone.stream(read, func(b *buffers) { b.judged(scout) })
	j.scale = scout.maxRef
	return err
}

func (p *pair) stream(read reader, judge func(*buffers)) error {
	free, full := make(chan *buffers, underway), make(chan *buffers, underway)
	for range underway {
		free <- &buffers{}
	}
	go func() {
		defer close(full)
		first := int64(0)
		for _, piece := range p.pieces {
			b := <-free
			b.first = first
			b.err = read(p.ref, p.new, piece, b)
			first += int64(piece.elements())
			full <- b
			if b.err != nil {
				return
			}
		}
	}()
	for b := range full {
		if b.err != nil {
			return b.err
		}
		judge(b)
		free <- b
	}
	return nil
}
