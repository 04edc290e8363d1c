package kernels

// ParameterKind says in which part of the parameter block an entry lies.
type ParameterKind int

// The parts of the block, in their order.
const (
	Header  ParameterKind = iota // once
	Species                      // once per species
	Couples                      // once per pair of species i <= j: (0,0) (0,1) .. (1,1) ..
	Pairs                        // once per pair of species with k_ij != 0
)

// Parameter is one entry of parameters.h.
type Parameter struct {
	Name          string
	Count         int // doubles it takes
	Kind          ParameterKind
	Unit, Meaning string
}

// ParameterLayout places the entries of a parameter list in one flat block of doubles:
// the header, then ns species rows, then ns(ns+1)/2 couple rows, then the pair rows, without padding.
type ParameterLayout struct {
	widths [4]int // doubles in the header, in one species row, in one couple row, in one pair row
	kinds  map[string]ParameterKind
	within map[string]int // offset of an entry within its header or row
}

func newLayout(parameters []Parameter) ParameterLayout {
	l := ParameterLayout{kinds: map[string]ParameterKind{}, within: map[string]int{}}
	for _, p := range parameters {
		l.kinds[p.Name] = p.Kind
		l.within[p.Name] = l.widths[p.Kind]
		l.widths[p.Kind] += p.Count
	}
	return l
}

// Size is the number of doubles of a block for ns species and so many pair rows.
func (l ParameterLayout) Size(ns, pairs int) int {
	return l.pairs(ns) + pairs*l.widths[Pairs]
}

// pairs is where the pair part begins.
func (l ParameterLayout) pairs(ns int) int {
	return l.widths[Header] + ns*l.widths[Species] + ns*(ns+1)/2*l.widths[Couples]
}

// Offset is where an entry begins in the block: row counts species, couples or pairs from 0 and is ignored
// for a header entry; ns places the pair part. An unknown name gives -1.
func (l ParameterLayout) Offset(name string, row, ns int) int {
	kind, known := l.kinds[name]
	if !known {
		return -1
	}
	switch kind {
	case Species:
		return l.widths[Header] + row*l.widths[Species] + l.within[name]
	case Couples:
		return l.widths[Header] + ns*l.widths[Species] + row*l.widths[Couples] + l.within[name]
	case Pairs:
		return l.pairs(ns) + row*l.widths[Pairs] + l.within[name]
	}
	return l.within[name]
}

// NameAt is the inverse of Offset: the entry that a position of the block belongs to, for a message.
func (l ParameterLayout) NameAt(position, ns int) string {
	kind, from := Header, 0
	for _, part := range []ParameterKind{Species, Couples, Pairs} {
		begin := map[ParameterKind]int{Species: l.widths[Header], Couples: l.widths[Header] + ns*l.widths[Species], Pairs: l.pairs(ns)}[part]
		if position >= begin {
			kind, from = part, begin
		}
	}
	within, best, name := (position-from)%max(1, l.widths[kind]), -1, ""
	for n, at := range l.within {
		if l.kinds[n] == kind && at <= within && at > best {
			best, name = at, n
		}
	}
	return name
}
