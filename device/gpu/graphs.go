package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"math"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// graph is launches and copies that the driver keeps. Building one costs some microseconds for each launch, starting it a few in all.
type graph struct {
	d      *Device
	c      C.struct_graph
	sweeps []node
	count  int // launches and copies
}

// node is a launch of a graph.
type node struct {
	c      unsafe.Pointer
	kernel *kernel
	grid   C.struct_grid
	sweep  device.Sweep
	block  device.Block
}

// NewGraph begins one. A device that waits for each of its launches makes none.
func (d *Device) NewGraph() (device.Graph, error) {
	if d.options.Debug.Sync || C.gpu_has_graphs(d.vendor.number) == 0 {
		return nil, status.Errorf(status.NotAvailable, "GPU %d makes no graphs now", d.ordinal)
	}
	g := &graph{d: d}
	if err := g.call("graph", func(text *C.char) C.int { return C.gpu_graph_begin(d.c, &g.c, text) }); err != nil {
		return nil, err
	}
	d.graphs[g] = true
	return g, nil
}

// call is one of the driver. One that fails ends the graph.
func (g *graph) call(what string, call func(text *C.char) C.int) error {
	err := g.d.call(what, call)
	if err != nil {
		g.Close()
	}
	return err
}

// Keeps is true.
func (g *graph) Keeps() bool { return true }

// End makes the graph ready to start.
func (g *graph) End() error {
	return g.call("graph", func(text *C.char) C.int { return C.gpu_graph_end(g.d.c, &g.c, text) })
}

// Sweep adds a launch.
func (g *graph) Sweep(s device.Sweep) error {
	l, err := g.d.bound(s)
	if err != nil {
		return err
	}
	n := node{kernel: l.kernel, grid: l.grid, sweep: s, block: l.block}
	err = g.call("graph, kernel "+s.Program.Name, func(text *C.char) C.int {
		return C.gpu_graph_sweep(g.d.c, &g.c, n.kernel.c.function, unsafe.Pointer(&n.block), n.grid, &n.c, text)
	})
	g.sweeps = append(g.sweeps, n)
	g.count++
	return err
}

// LaunchCounting adds a launch over points. Its numbers lie in the parameters: whoever changes those makes another graph.
func (g *graph) LaunchCounting(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region, counter device.Memory) error {
	l, err := countingLaunch(p, arrays, r, counter)
	if err != nil {
		return err
	}
	q := &g.d.queues[0]
	held, _ := parameters.(*memory)
	if held != nil {
		l.parameters = (*C.double)(pointer(held.Address()))
	}
	k := q.settled(p, int(l.n))
	if k == nil || k.c.bounds != 0 || held != nil && k.c.constants != 0 && k.holds != held.version {
		return status.Errorf(status.Order, "kernel %s is not ready for a graph", p.Name)
	}
	g.count++
	return g.call("graph, kernel "+p.Name, func(text *C.char) C.int {
		var node unsafe.Pointer
		return C.gpu_graph_sweep(g.d.c, &g.c, k.c.function, unsafe.Pointer(l), g.d.grid(k.launch, int(l.n)), &node, text)
	})
}

// CopyMemory adds a copy.
func (g *graph) CopyMemory(to, from device.Memory, bytes int) error {
	g.count++
	return g.call("graph, copy of a field", func(text *C.char) C.int {
		return C.gpu_graph_copy(g.d.c, &g.c, C.uint64_t(to.Address()), C.uint64_t(from.Address()), C.size_t(bytes), text)
	})
}

// Launches counts what one Start starts.
func (g *graph) Launches() int { return g.count }

// Renew changes the launches whose numbers were changed.
func (g *graph) Renew() error {
	for i := range g.sweeps {
		n := &g.sweeps[i]
		renewed := n.block
		renewed.SetNumbers(n.sweep.Number)
		if alike(&renewed, &n.block) {
			continue
		}
		if err := g.d.call("numbers of kernel "+n.sweep.Program.Name, func(text *C.char) C.int {
			return C.gpu_graph_renew(g.d.c, &g.c, n.c, n.kernel.c.function, unsafe.Pointer(&renewed), n.grid, text)
		}); err != nil {
			return err
		}
		n.block = renewed
	}
	return nil
}

// alike tells that all numbers have the same bits: 0 is not -0.
func alike(a, b *device.Block) bool {
	for i := range a.Number {
		if math.Float64bits(a.Number[i]) != math.Float64bits(b.Number[i]) {
			return false
		}
	}
	return true
}

// Start starts all in the order of the calls.
func (g *graph) Start() error {
	return g.d.call("start of a graph", func(text *C.char) C.int { return C.gpu_graph_start(g.d.c, &g.c, C.stream_calls, text) })
}

// Close gives the graph back; the device does it too.
func (g *graph) Close() {
	if g.d.graphs[g] {
		delete(g.d.graphs, g)
		C.gpu_graph_destroy(g.d.c, &g.c)
	}
}
