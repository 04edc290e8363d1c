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
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/files"
	"drawbridge/status"
)

// Options say where things are found.
type Options struct {
	Driver  string // libcuda.so.1, a file or a folder; "": the loader's
	Toolkit string // folder of NVRTC; "": the usual places
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

// leastArchitecture is that of the kernels' texts: sums over a warp, and copies to shared memory that nobody waits for.
const leastArchitecture = 80

// Count is the number of GPUs, and why there is none. driver is the path of the driver's library, or "".
func Count(driver string) (int, error) {
	if err := files.CheckLibrary(driver); err != nil { // the loader would wait for a pipe
		return 0, status.Errorf(status.NotAvailable, "no GPU: %v", err)
	}
	var text [C.text_size]C.char
	path := cText(driver)
	if C.gpu_open(path, &text[0]) != 0 {
		return 0, status.Errorf(status.NotAvailable, "no GPU: %s", C.GoString(&text[0]))
	}
	n := int(C.gpu_device_count())
	if n == 0 {
		return 0, status.Errorf(status.NotAvailable, "no GPU: the driver sees no device (CUDA_VISIBLE_DEVICES?)")
	}
	return n, nil
}

// Absent tells, after Count gave an error, that there is no GPU here: nothing is broken.
func Absent() bool { return C.gpu_absent() != 0 }

// Open takes a GPU by its number among the visible ones.
func Open(ordinal int, o Options) (*Device, error) {
	n, err := Count(o.Driver)
	if err != nil {
		return nil, err
	}
	if ordinal < 0 || ordinal >= n {
		return nil, status.Errorf(status.NotAvailable, "GPU %d does not exist: there are %d (0 to %d)", ordinal, n, n-1)
	}
	compiler, err := newCompiler(0, o)
	if err != nil {
		return nil, status.Wrap(err, "GPU %d cannot be used: %v", ordinal, err)
	}
	packer, err := host.Open(o.Threads, "")
	if err != nil {
		return nil, err
	}
	var text [C.text_size]C.char
	d := &Device{compiler: compiler, packer: packer, kernels: map[codeKey]*kernel{}, choices: map[string]*kernel{}, taken: map[C.uint64_t]bool{}, ordinal: ordinal, selected: map[string]bool{}, graphs: map[*graph]bool{}, channels: map[*channel]bool{}}
	if d.c = C.gpu_device_open(C.int(ordinal), &text[0]); d.c == nil {
		packer.Close()
		return nil, status.Errorf(status.Device, "GPU %d: %s", ordinal, C.GoString(&text[0]))
	}
	d.architecture = int(C.gpu_device_arch(d.c))
	d.about = device.About{Name: fmt.Sprintf("cuda:%d", ordinal), Units: n, Unit: "GPU " + C.GoString(C.gpu_device_bus(d.c)), Compiles: true, Threads: 1, Carrier: d,
		Description: fmt.Sprintf("cuda:%d %s (sm_%d), %d packing threads", ordinal, C.GoString(C.gpu_device_name(d.c)), d.architecture, o.Threads),
		Fields:      d, Foreigner: d, Sharing: d, Messenger: d, Current: d, Counting: true, Overlapping: d, Pinner: d, Grapher: d, Chooser: d, Measurer: d, Noter: d,
		CacheFailure: compiler.CacheFailure, Forget: func() { Forget(ordinal) }}
	if d.architecture < leastArchitecture {
		name := C.GoString(C.gpu_device_name(d.c))
		d.Close()
		Forget(ordinal)
		return nil, status.Errorf(status.NotAvailable, "GPU %d (%s) is sm_%d, the kernels need sm_%d or later", ordinal, name, d.architecture, leastArchitecture)
	}
	for i := range d.queues {
		if err := d.queues[i].open(d, i); err != nil {
			d.Close()
			Forget(ordinal)
			return nil, err
		}
	}
	return d, nil
}

// Forget gives the context of a GPU back that is kept after Close, so that a run on the host takes none of its memory.
func Forget(ordinal int) { C.gpu_forget(C.int(ordinal)) }

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

// Versions tells the driver's CUDA version and NVRTC's, as 13.0.
func (d *Device) Versions() (driver, compiler string) {
	v := int(C.gpu_driver_version())
	return fmt.Sprintf("%d.%d", v/1000, v%1000/10), compilerVersion()
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
