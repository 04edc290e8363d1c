package gpu

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/status"
)

// Options say where things are found.
type Options struct {
	Driver  string // the driver's library, a file or a folder; "": the loader's
	Toolkit string // folder of NVRTC; "": the usual places
	HIPRTC  string // folder of hipRTC; "": the usual places
	Cache   string // folder of compiled kernels; "": none are kept
	Threads int    // host threads that pack
	Variant string // the variant that runs where a program has it; "": what Tune says
	Tune    bool   // measure a program's variants at its first launch of a size
	Debug   Debug
	Warn    func(text string) // a line for the log; nil: nobody listens
}

// Device is one GPU.
type Device struct {
	*compiler
	about         device.About
	carried       *device.FlagCounts // of the latest Launch
	c             *C.struct_gpu
	packer        *host.Device
	kernels       map[codeKey]*kernel
	choices       map[string]*kernel // by program and size, see tune.go
	versions      uint64
	queues        [C.most_queues]queue // 0: calls that return when the work is done; others: stripes that overlap
	active        *queue               // the one of the others that was used last
	pool          pool
	taken         map[C.uint64_t]bool // memory that the driver gave and has not got back
	registrations []registration
	halves        halves         // pinned: what copies of fields go through
	bounds        unsafe.Pointer // pinned: what kernels that check their accesses are told, and tell
	ordinal       int
	selected      map[string]bool // kernels and variants that the report names
	graphs        map[*graph]bool
	channels      map[*channel]bool
}

// Open takes the GPU that a device word names by its number among the visible ones, as cuda:1, else the one whose turn it is.
func Open(word string, turn int, o Options) (*Device, error) {
	_, text, numbered := strings.Cut(word, ":")
	number, err := strconv.ParseUint(text, 10, 31)
	if numbered && err != nil {
		return nil, status.Errorf(status.Argument, "device '%s': '%s' is not the number of a GPU, expected digits, as in cuda:0", word, text)
	}
	v, n, err := find(word, o.Driver)
	if err != nil {
		return nil, err
	}
	ordinal := turn % n
	if numbered {
		ordinal = int(number)
	}
	if ordinal >= n {
		return nil, status.Errorf(status.NotAvailable, "GPU %d does not exist: there are %d (0 to %d)", ordinal, n, n-1)
	}
	d, err := v.open(ordinal, o)
	if err != nil {
		return nil, err
	}
	d.about.Units = n
	return d, nil
}

func (v *vendor) open(ordinal int, o Options) (*Device, error) {
	compiler, err := newCompiler(v, "", o)
	if err != nil {
		return nil, status.Wrap(err, "GPU %d cannot be used: %v", ordinal, err)
	}
	packer, err := host.Open(o.Threads, "")
	if err != nil {
		return nil, err
	}
	var text [C.text_size]C.char
	d := &Device{compiler: compiler, packer: packer, kernels: map[codeKey]*kernel{}, choices: map[string]*kernel{}, taken: map[C.uint64_t]bool{}, ordinal: ordinal, selected: map[string]bool{}, graphs: map[*graph]bool{}, channels: map[*channel]bool{}}
	if d.c = C.gpu_device_open(v.number, C.int(ordinal), &text[0]); d.c == nil {
		packer.Close()
		return nil, status.Errorf(status.Device, "GPU %d: %s", ordinal, C.GoString(&text[0]))
	}
	d.architecture = C.GoString(C.gpu_device_arch(d.c))
	d.about = device.About{Name: v.name(ordinal), Unit: "GPU " + C.GoString(C.gpu_device_bus(d.c)), Compiles: true, Untried: v.untried, Threads: 1, Lanes: int(C.gpu_lanes(d.c)), Shared: int(C.gpu_shared(d.c)), Carrier: d,
		Description: fmt.Sprintf("%s %s (%s), %d packing threads", v.name(ordinal), C.GoString(C.gpu_device_name(d.c)), d.architecture, o.Threads),
		Fields:      d, Foreigner: d, Sharing: d, Messenger: d, Current: d, Counting: true, Overlapping: d, Pinner: d, Grapher: d, Chooser: d, Measurer: d, Noter: d,
		CacheFailure: compiler.CacheFailure, Forget: func() { v.forget(ordinal) }}
	if !v.runs(d.architecture) {
		name := C.GoString(C.gpu_device_name(d.c))
		d.Close()
		v.forget(ordinal)
		return nil, status.Errorf(status.NotAvailable, "GPU %d (%s) is %s, the kernels need %s", ordinal, name, d.architecture, v.architectures)
	}
	for i := range d.queues {
		if err := d.queues[i].open(d, i); err != nil {
			d.Close()
			v.forget(ordinal)
			return nil, err
		}
	}
	return d, nil
}

// forget gives the context of a GPU back that is kept after Close, so that a run on the host takes none of its memory.
func (v *vendor) forget(ordinal int) { C.gpu_forget(v.number, C.int(ordinal)) }

// Ordinal is the GPU's number among the visible ones.
func (d *Device) Ordinal() int { return d.ordinal }

// FreeMemory is how many bytes of the GPU's memory nobody has.
func (d *Device) FreeMemory() (int64, error) {
	var free, total C.size_t
	err := d.call("free memory", func(text *C.char) C.int { return C.gpu_memory(d.c, &free, &total, text) })
	return int64(free), err
}

// About names the GPU and its architecture.
func (d *Device) About() *device.About { return &d.about }

// Versions tells the driver's version of the toolkit and the compiler's, as 13.0.
func (d *Device) Versions() (driver, compiler string) {
	v := int(C.gpu_driver_version(d.vendor.number))
	return fmt.Sprintf("%d.%d", v/1000, v%1000/10), d.vendor.version()
}

// call turns a failing driver call into an error that names what it was for.
func (d *Device) call(purpose string, f func(text *C.char) C.int) error {
	var text [C.text_size]C.char
	if f(&text[0]) != 0 {
		return status.Errorf(status.Device, "GPU %d, %s: %s", d.ordinal, purpose, C.GoString(&text[0]))
	}
	return nil
}

// waiting is call of a function that waits for the device.
func (d *Device) waiting(purpose string, f func(text *C.char) C.int) error {
	err := d.settle()
	if failed := d.call(purpose, f); err == nil {
		err = failed
	}
	return err
}

// Close waits for what is under way and frees everything. The context stays for the next Open, unless it is lost.
func (d *Device) Close() {
	if d.c == nil {
		return
	}
	for x := range d.channels {
		x.Close()
	}
	for i := range d.queues {
		d.queues[i].close()
	}
	for _, r := range d.registrations {
		d.drop(r)
	}
	d.registrations = nil
	d.releaseHalves()
	for g := range d.graphs {
		g.Close()
	}
	for _, k := range d.kernels {
		d.call("unload", func(text *C.char) C.int { return C.gpu_unload(d.c, k.c.module, text) })
	}
	if d.bounds != nil {
		d.call("release", func(text *C.char) C.int { return C.gpu_release_pinned(d.c, d.bounds, text) })
	}
	for address := range d.taken { // the context stays, nothing of ours in it
		d.free(address)
	}
	C.gpu_device_close(d.c)
	d.c = nil
	d.packer.Close()
}

// CopyIn lifts boxes of a host array into memory of the device; the array may be changed afterwards.
func (d *Device) CopyIn(to device.Memory, boxes []device.Box) error {
	if byRows(boxes, mostHalf) { // less is packed into the stage, and the call does not wait for it
		return d.copyRows(to, boxes, false)
	}
	direct, err := d.queues[0].copyIn(to, boxes)
	if err == nil && direct {
		_, err = d.queues[0].Finish()
	}
	return err
}

// CopyOut puts what boxes cover back into the host array.
func (d *Device) CopyOut(from device.Memory, boxes []device.Box) error {
	if byRows(boxes, 0) { // which unpacks one half while the other is on its way
		return d.copyRows(from, boxes, true)
	}
	if size(boxes) >= worthWaking {
		d.packer.Attend(true) // they wake while the copy is on its way
		defer d.Rest()
	}
	if err := d.queues[0].CopyOut(from, boxes); err != nil {
		return err
	}
	_, err := d.queues[0].Finish()
	return err
}

// Launch runs one thread per point and waits.
func (d *Device) Launch(p device.Program, arrays []device.Array, parameters device.Memory, r device.Region) (int, error) {
	q := &d.queues[0]
	if _, err := q.Launch(p, arrays, parameters, r); err != nil {
		return 0, err
	}
	done, err := q.Finish()
	if err != nil {
		return 0, status.Wrap(err, "kernel %s: %v", p.Name, err)
	}
	d.carried = done[len(done)-1].Carried
	return done[len(done)-1].Flagged, nil
}

// Carried are the flags of the latest Launch.
func (d *Device) Carried() *device.FlagCounts { return d.carried }

// Queues are what stripes overlap on, for one run of a plan.
func (d *Device) Queues() ([]device.Queue, error) {
	if _, err := d.queues[0].Finish(); err != nil {
		return nil, err
	}
	d.forgetStale()
	list := make([]device.Queue, len(d.queues)-1)
	for i := range list {
		list[i] = &d.queues[i+1]
	}
	return list, nil
}
