package set

// ParameterKind says in which part of the parameter block an entry lies.
type ParameterKind int

// The parts of the block, in their order.
const (
	Header  ParameterKind = iota // once
	Species                      // once per species
	Couples                      // once per pair of species i <= j: (0,0) (0,1) .. (1,1) ..
	More                         // once per species: what is seldom read
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
// the header, then ns species rows, then ns(ns+1)/2 couple rows, then ns more rows, then the pair rows, without padding.
type ParameterLayout struct {
	widths [5]int // doubles in the header, in one species row, in one couple row, in one more row, in one pair row
	kinds  map[string]ParameterKind
	within map[string]int // offset of an entry within its header or row
	counts map[string]int // doubles of an entry
}

func newLayout(parameters []Parameter) ParameterLayout {
	l := ParameterLayout{kinds: map[string]ParameterKind{}, within: map[string]int{}, counts: map[string]int{}}
	for _, p := range parameters {
		l.kinds[p.Name] = p.Kind
		l.within[p.Name] = l.widths[p.Kind]
		l.counts[p.Name] = p.Count
		l.widths[p.Kind] += p.Count
	}
	return l
}

// Size is the number of doubles of a block for ns species and so many pair rows.
func (l ParameterLayout) Size(ns, pairs int) int {
	return l.pairs(ns) + pairs*l.widths[Pairs]
}

// more is where the more part begins, pairs where the pair part does.
func (l ParameterLayout) more(ns int) int {
	return l.widths[Header] + ns*l.widths[Species] + ns*(ns+1)/2*l.widths[Couples]
}
func (l ParameterLayout) pairs(ns int) int { return l.more(ns) + ns*l.widths[More] }

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
	case More:
		return l.more(ns) + row*l.widths[More] + l.within[name]
	case Pairs:
		return l.pairs(ns) + row*l.widths[Pairs] + l.within[name]
	}
	return l.within[name]
}

// MassColumn is where column k of the mass matrix's factor lies for a species: in its row, or, beyond that, in its more row.
func (l ParameterLayout) MassColumn(species, k, ns int) int {
	if near := l.counts["mass_factor"]; k >= near {
		return l.Offset("mass_more", species, ns) + k - near
	}
	return l.Offset("mass_factor", species, ns) + k
}

// NameAt is the inverse of Offset: the entry that a position of the block belongs to, for a message.
func (l ParameterLayout) NameAt(position, ns int) string {
	kind, from := Header, 0
	for _, part := range []ParameterKind{Species, Couples, More, Pairs} {
		begin := map[ParameterKind]int{Species: l.widths[Header], Couples: l.widths[Header] + ns*l.widths[Species], More: l.more(ns), Pairs: l.pairs(ns)}[part]
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
