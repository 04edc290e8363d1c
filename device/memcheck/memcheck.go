// Package memcheck is a host device that distrusts every kernel: outputs start as NaN, both ends
// of each buffer carry a guard, and a launch fails if an output stays unwritten, an input or a
// point beyond the last is changed, or a guard is overwritten.
//
// Here lives distrust. Never here: running anything (host does) or knowing what is computed.
package memcheck

import (
	"math"
	"slices"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

const (
	guardElements = 1024 // 8 KiB at each end: more than a batch of points times a few rows
	// Quiet NaN whose payloads no arithmetic makes.
	unwritten  = uint64(0x7ff8_db0d_0000_0001) // an output before a launch
	unset      = uint64(0x7ff8_db0d_0000_0002) // memory as allocated
	firstGuard = uint64(0x7ff8_db0d_0000_0010) // each block has its own: NaN pass through arithmetic
)

// Device wraps another device whose memory the host can read.
type Device struct {
	device.Immediate
	inner device.Device
	about device.About
	guard uint64 // of the latest block
}

// Wrap makes a memcheck of a host device. Kernels never work on the host's own arrays: nothing could be put around those.
func Wrap(inner device.Device) *Device {
	of := inner.About()
	d := &Device{inner: inner, guard: firstGuard}
	d.about = device.About{Name: "memcheck", Description: "memcheck over " + of.Description, Compiles: of.Compiles, Threads: of.Threads}
	if of.Fields != nil {
		d.about.Fields = d
	}
	if of.Chainer != nil {
		d.about.Chainer = d
	}
	return d
}

type memory struct {
	inner    device.Memory
	name     string
	elements int
	guard    uint64
}

func (m *memory) Elements() int    { return m.elements }
func (m *memory) Address() uintptr { return m.inner.Address() + 8*guardElements }

// About tells what is wrapped.
func (d *Device) About() *device.About { return &d.about }

// Allocate gives n float64 between two guards, all NaN.
func (d *Device) Allocate(name string, n int) (device.Memory, error) {
	inner, err := d.inner.Allocate(name, n+2*guardElements)
	if err != nil {
		return nil, err
	}
	d.guard++
	m := &memory{inner, name, n, d.guard}
	fill(bits(m.inner.Address(), n+2*guardElements), unset)
	fill(m.front(), m.guard)
	fill(m.back(), m.guard)
	return m, nil
}

// Release gives a block back.
func (d *Device) Release(m device.Memory) {
	if b, ok := m.(*memory); ok {
		d.inner.Release(b.inner)
	}
}

// CopyIn copies and then looks at the guards.
func (d *Device) CopyIn(m device.Memory, boxes []device.Box) error {
	b := m.(*memory)
	if err := d.inner.CopyIn(shifted{b}, boxes); err != nil {
		return err
	}
	return b.intact("a copy in")
}

// CopyOut copies and then looks at the guards.
func (d *Device) CopyOut(m device.Memory, boxes []device.Box) error {
	b := m.(*memory)
	if err := d.inner.CopyOut(shifted{b}, boxes); err != nil {
		return err
	}
	return b.intact("a copy out")
}

// shifted shows the inner device the part between the guards.
type shifted struct{ m *memory }

func (s shifted) Elements() int    { return s.m.elements }
func (s shifted) Address() uintptr { return s.m.Address() }

// Launch runs the program on copies of its inputs and on poisoned outputs, and judges it.
func (d *Device) Launch(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region) (int, error) {
	trial, watched, err := d.prepare(arrays, r)
	defer d.discard(watched)
	if err != nil {
		return 0, err
	}
	var block device.Memory
	if parameters != nil {
		block = shifted{parameters.(*memory)}
	}
	flagged, err := d.inner.Launch(p, trial, block, r)
	if err != nil {
		return flagged, err
	}
	allowed := outputs(watched, r)
	for _, w := range watched {
		if err := w.judge(p.Name, r, allowed[w.memory]); err != nil {
			return flagged, err
		}
	}
	if b, ok := parameters.(*memory); ok {
		return flagged, b.intact("kernel " + p.Name)
	}
	return flagged, nil
}

// Close closes the wrapped device.
func (d *Device) Close() { d.inner.Close() }

// watch is one argument under observation.
type watch struct {
	array  device.Array
	memory *memory  // what the kernel is given: the view itself, or a copy of an input
	before []uint64 // its content at launch
	copied bool
}

func (d *Device) prepare(arrays []device.Array, r device.Region) ([]device.Array, []watch, error) {
	trial := append([]device.Array(nil), arrays...)
	var watched []watch
	// Inputs are copied before any output is poisoned: a view may be both.
	for i, a := range arrays {
		if a.Memory == nil || a.Output {
			continue
		}
		m := a.Memory.(*memory)
		c, err := d.Allocate(m.name, m.elements)
		if err != nil {
			return nil, watched, err
		}
		copy(c.(*memory).content(), m.content())
		watched = append(watched, watch{a, c.(*memory), snapshot(m), true})
		trial[i].Memory = shifted{c.(*memory)}
	}
	for i, a := range arrays {
		if a.Memory == nil || !a.Output {
			continue
		}
		m := a.Memory.(*memory)
		poison(m.content(), a, r)
		watched = append(watched, watch{a, m, nil, false})
		trial[i].Memory = shifted{m}
	}
	for i, w := range watched {
		if !w.copied { // when all are poisoned: components of one field may be outputs of their own
			watched[i].before = snapshot(w.memory)
		}
	}
	return trial, watched, nil
}

func (d *Device) discard(watched []watch) {
	for _, w := range watched {
		if w.copied {
			d.Release(w.memory)
		}
	}
}

// outputs are the elements of each memory that a kernel may write.
func outputs(watched []watch, r device.Region) map[*memory][]bool {
	all := map[*memory][]bool{}
	for _, w := range watched {
		if w.copied {
			continue
		}
		elements := all[w.memory]
		if elements == nil {
			elements = make([]bool, w.memory.elements)
			all[w.memory] = elements
		}
		for k := range w.array.Components {
			for t := range r.Points {
				elements[w.array.Element(r, t, k)] = true
			}
		}
	}
	return all
}

func (w watch) judge(kernel string, r device.Region, allowed []bool) error {
	if err := w.memory.intact("kernel " + kernel); err != nil {
		return err
	}
	now := w.memory.content()
	if a := w.array; a.Output {
		for k := range a.Components {
			for t := range r.Points {
				if now[a.Element(r, t, k)] == unwritten {
					return status.Errorf(status.Device, "memcheck: kernel %s left output %s unwritten at point %d, component %d", kernel, a.Name, t+1, k+1)
				}
			}
		}
	}
	for e, v := range w.before {
		if now[e] != v && (allowed == nil || !allowed[e]) {
			what := "input"
			if w.array.Output {
				what = "beyond the last point of output"
			}
			return status.Errorf(status.Device, "memcheck: kernel %s changed %s %s at element %d (%g became %g)", kernel, what, w.array.Name, e, math.Float64frombits(v), math.Float64frombits(now[e]))
		}
	}
	return nil
}

func (m *memory) intact(who string) error {
	for _, side := range [][]uint64{m.front(), m.back()} {
		for _, v := range side {
			if v != m.guard {
				return status.Errorf(status.Device, "memcheck: %s wrote beyond the ends of %s (%d elements)", who, m.name, m.elements)
			}
		}
	}
	return nil
}

func (m *memory) content() []uint64 { return bits(m.Address(), m.elements) }
func (m *memory) front() []uint64   { return bits(m.inner.Address(), guardElements) }
func (m *memory) back() []uint64 {
	return bits(m.Address()+8*uintptr(m.elements), guardElements)
}

func snapshot(m *memory) []uint64 { return append([]uint64(nil), m.content()...) }

func poison(content []uint64, a device.Array, r device.Region) {
	for k := range a.Components {
		for t := range r.Points {
			content[a.Element(r, t, k)] = unwritten
		}
	}
}

func fill(block []uint64, v uint64) {
	for i := range block {
		block[i] = v
	}
}

// bits shows device memory (never Go's) as words, so that NaN compare by payload.
func bits(address uintptr, n int) []uint64 {
	return unsafe.Slice((*uint64)(*(*unsafe.Pointer)(unsafe.Pointer(&address))), n)
}

func (d *Device) FieldAlignment() int { return d.inner.About().Fields.FieldAlignment() }

// AllocateField gives zeroed bytes between two guards.
func (d *Device) AllocateField(name string, bytes int) (device.Memory, error) {
	m, err := d.Allocate(name, (bytes+7)/8)
	if err == nil {
		fill(m.(*memory).content(), 0)
	}
	return m, err
}

// CopyMemory copies and then looks at the guards.
func (d *Device) CopyMemory(to, from device.Memory, bytes int) error {
	b := to.(*memory)
	if err := d.inner.About().Fields.CopyMemory(shifted{b}, shifted{from.(*memory)}, bytes); err != nil {
		return err
	}
	return b.intact("a copy of a field")
}

// Sweep runs the program and then looks whether an input, a guard or a point of an output that is none of the sweep's was changed.
func (d *Device) Sweep(s device.Sweep) error {
	return watched([]device.Link{{Sweep: s}}, func(trial []device.Link) error { return d.inner.About().Fields.Sweep(trial[0].Sweep) })
}

// Chain does the same for several sweeps.
func (d *Device) Chain(links []device.Link, t device.Tiles) error {
	return watched(links, func(trial []device.Link) error { return d.inner.About().Chainer.Chain(trial, t) })
}

// watched runs sweeps on the memory between the guards, and looks at what they changed.
func watched(links []device.Link, run func(trial []device.Link) error) error {
	trial := slices.Clone(links)
	written := map[*memory]bool{}
	before := map[*memory][]uint64{}
	for i, s := range links {
		trial[i].Fields = slices.Clone(s.Fields)
		for k, f := range s.Fields {
			m := f.Memory.(*memory)
			trial[i].Fields[k].Memory = shifted{m}
			if f.Output {
				written[m] = true
			}
			if before[m] == nil && (!f.Output || s.Confined) {
				before[m] = snapshot(m)
			}
		}
	}
	if err := run(trial); err != nil {
		return err
	}
	for _, s := range links {
		for _, f := range s.Fields {
			if err := f.Memory.(*memory).unchanged(s.Program.Name, f.Name, before, written); err != nil {
				return err
			}
		}
	}
	return confined(links, before)
}

// confined looks at the elements of outputs that lie outside of what confined sweeps cover: halos, padding, points of another region.
func confined(links []device.Link, before map[*memory][]uint64) error {
	free := map[*memory][]bool{} // which 32 bits of a memory may change; nil: all
	for _, s := range links {
		for _, f := range s.Fields {
			m := f.Memory.(*memory)
			if _, seen := free[m]; !seen && s.Confined {
				free[m] = make([]bool, 2*m.elements)
			}
			switch {
			case !f.Output:
			case !s.Confined:
				free[m] = nil
			case free[m] != nil:
				allow(free[m], f, s.Sweep)
			}
		}
	}
	for m, words := range free {
		if words == nil || before[m] == nil {
			continue
		}
		for e, v := range before[m] {
			changed := v ^ m.content()[e]
			if uint32(changed) != 0 && !words[2*e] || changed>>32 != 0 && !words[2*e+1] {
				return status.Errorf(status.Device, "memcheck: kernel %s wrote outside of its points, at word %d of %s", links[0].Program.Name, e, m.name)
			}
		}
	}
	return nil
}

// allow marks the 32 bits of a field's points in a sweep.
func allow(words []bool, f device.Array, s device.Sweep) {
	each := f.Bytes / 4
	for z := range s.Extent[2] {
		for y := range s.Extent[1] {
			row := (f.Base + f.Offset(s.Begin) + f.Offset([3]int{0, y, z})) * each
			for i := range s.Extent[0] * each {
				words[row+i] = true
			}
		}
	}
}

// unchanged looks at the guards of a memory, and at what is in it where no sweep writes it.
func (m *memory) unchanged(kernel, name string, before map[*memory][]uint64, written map[*memory]bool) error {
	if err := m.intact("kernel " + kernel); err != nil || written[m] {
		return err
	}
	for e, v := range before[m] {
		if now := m.content()[e]; now != v {
			return status.Errorf(status.Device, "memcheck: kernel %s changed input %s at word %d (%g became %g)", kernel, name, e, math.Float64frombits(v), math.Float64frombits(now))
		}
	}
	return nil
}

// Finish waits for the wrapped device.
func (d *Device) Finish() error { return d.inner.About().Fields.Finish() }
