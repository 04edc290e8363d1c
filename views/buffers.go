package views

import (
	"sort"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
)

// Layout is the order of a view's elements.
type Layout int

const (
	Left  Layout = iota // point fastest: one thread or lane per point
	Right               // component fastest: a team per point
)

// Buffers is device memory that holds max_block points of views. Each is sized once, when it is first used.
type Buffers struct {
	device   device.Device
	maxBlock int
	layout   Layout
	label    string // "", or which of several stripes they hold, for messages
	held     map[bufferKey]device.Memory
}

type bufferKey struct {
	name  string
	width int
}

// NewBuffers gives buffers on a device or one of its queues. label tells those of several stripes apart in messages.
func NewBuffers(d device.Device, maxBlock int, layout Layout, label string) *Buffers {
	return &Buffers{device: d, maxBlock: maxBlock, layout: layout, label: label, held: map[bufferKey]device.Memory{}}
}

// line is a cache line in elements. Every component of a LayoutLeft view begins an odd number of
// lines after the one before: powers of two would put all components into the same cache sets.
const line = 8

// Array is the buffer of a view with so many components as a kernel's argument, in the view's unit.
func (b *Buffers) Array(name string, width int, output bool) (device.Array, error) {
	key := bufferKey{name, width}
	m := b.held[key]
	if m == nil {
		var err error
		m, err = b.device.Allocate("view "+name+b.label, b.layout.elements(b.maxBlock, width))
		if status.CodeOf(err) == status.OutOfMemory {
			err = status.Errorf(status.OutOfMemory, "%v (max_block %d x %d components); largest views: %s", err, b.maxBlock, width, b.largest())
		}
		if err != nil {
			return device.Array{}, err
		}
		b.held[key] = m
	}
	return b.layout.array(name, m, b.maxBlock, width, output), nil
}

// array is memory that holds points in a layout as a kernel's argument.
func (l Layout) array(name string, m device.Memory, points, width int, output bool) device.Array {
	a := device.Array{Name: name, Memory: m, Bytes: 8, Point: 1, Component: l.component(points), Components: width, Output: output}
	if l == Right {
		a.Point = width
	}
	return a
}

// component is the stride in elements from one component of a point to the next.
func (l Layout) component(points int) int {
	if l == Right {
		return 1
	}
	return ((points+line-1)/line | 1) * line
}

// elements that so many points of a width take.
func (l Layout) elements(points, width int) int {
	if l == Right {
		return points * width
	}
	return l.component(points) * width
}

// MaxBlock is the number of points every view can hold.
func (b *Buffers) MaxBlock() int { return b.maxBlock }

// Padded tells whether every component of a view ends with the end of a cache line.
func (b *Buffers) Padded() bool { return b.layout == Left }

// Close gives all memory back.
func (b *Buffers) Close() {
	for _, m := range b.held {
		b.device.Release(m)
	}
	clear(b.held)
}

// largest names the views that hold most memory.
func (b *Buffers) largest() string {
	var held []owner
	for key, m := range b.held {
		held = append(held, owner{key.name, m.Elements()})
	}
	return heaviest(held)
}

// owner is memory with its name, for messages.
type owner struct {
	name     string
	elements int // of 8 bytes
}

// heaviest names the three owners of most memory.
func heaviest(held []owner) string {
	if len(held) == 0 {
		return "none yet"
	}
	sort.Slice(held, func(i, j int) bool {
		return held[i].elements > held[j].elements || held[i].elements == held[j].elements && held[i].name < held[j].name
	})
	var parts []string
	for _, o := range held[:min(3, len(held))] {
		parts = append(parts, o.name+" "+status.GB(8*float64(o.elements)))
	}
	return strings.Join(parts, ", ")
}
