package cuda

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
	"drawbridge/status"
)

// Options say where things are found.
type Options struct {
	Toolkit string // folder of NVRTC; "": the usual places
	Cache   string // folder of compiled kernels; "": none are kept
	Threads int    // host threads that pack
}

// Device is one GPU.
type Device struct {
	c       *C.struct_cuda
	packer  *host.Device
	options Options
	kernels map[string]kernel
	flagged *memory
	ordinal int
}

// memory is device memory and its pinned image on the host.
type memory struct {
	device   C.uint64_t
	image    unsafe.Pointer
	elements int
	busy     bool // a copy to the device is under way from the image
}

func (m *memory) Elements() int    { return m.elements }
func (m *memory) Address() uintptr { return uintptr(m.device) }

// image shows the host device the pinned side of a memory.
type image struct{ m *memory }

func (i image) Elements() int    { return i.m.elements }
func (i image) Address() uintptr { return uintptr(i.m.image) }

// Count is the number of GPUs, and why there is none.
func Count() (int, error) {
	var text [C.text_size]C.char
	if C.cuda_open(&text[0]) != 0 {
		return 0, status.Errorf(status.NotAvailable, "no GPU: %s", C.GoString(&text[0]))
	}
	n := int(C.cuda_device_count())
	if n == 0 {
		return 0, status.Errorf(status.NotAvailable, "no GPU: the driver sees no device (CUDA_VISIBLE_DEVICES?)")
	}
	return n, nil
}

// Open takes a GPU by its number among the visible ones.
func Open(ordinal int, o Options) (*Device, error) {
	n, err := Count()
	if err != nil {
		return nil, err
	}
	if ordinal < 0 || ordinal >= n {
		return nil, status.Errorf(status.NotAvailable, "GPU %d was asked for, there are %d (0 to %d)", ordinal, n, n-1)
	}
	var text [C.text_size]C.char
	folder := C.CString(o.Toolkit)
	defer C.free(unsafe.Pointer(folder))
	if C.nvrtc_open(folder, &text[0]) != 0 {
		return nil, status.Errorf(status.NotAvailable, "GPU %d cannot be used: %s", ordinal, C.GoString(&text[0]))
	}
	packer, err := host.Open(o.Threads, "")
	if err != nil {
		return nil, err
	}
	d := &Device{packer: packer, options: o, kernels: map[string]kernel{}, ordinal: ordinal}
	if d.c = C.cuda_device_open(C.int(ordinal), &text[0]); d.c == nil {
		packer.Close()
		return nil, status.Errorf(status.Device, "GPU %d: %s", ordinal, C.GoString(&text[0]))
	}
	counter, err := d.Allocate("flag counter", 1)
	if err != nil {
		d.Close()
		return nil, err
	}
	d.flagged = counter.(*memory)
	return d, nil
}

// Name is "cuda:N".
func (d *Device) Name() string { return fmt.Sprintf("cuda:%d", d.ordinal) }

// Description names the GPU and its architecture.
func (d *Device) Description() string {
	return fmt.Sprintf("cuda:%d %s (sm_%d), %d packing threads", d.ordinal, C.GoString(C.cuda_device_name(d.c)), int(C.cuda_device_arch(d.c)), d.options.Threads)
}

// call turns a failing driver call into an error that names what it was for.
func (d *Device) call(purpose string, f func(text *C.char) C.int) error {
	var text [C.text_size]C.char
	if f(&text[0]) != 0 {
		return status.Errorf(status.Device, "GPU %d, %s: %s", d.ordinal, purpose, C.GoString(&text[0]))
	}
	return nil
}

// Allocate takes n float64 of device memory and a pinned image of them.
func (d *Device) Allocate(name string, n int) (device.Memory, error) {
	if n < 1 {
		return nil, status.Errorf(status.Argument, "%s: %d elements asked, at least 1 expected", name, n)
	}
	m := &memory{elements: n}
	bytes := C.size_t(8 * n)
	err := d.call("memory for "+name, func(text *C.char) C.int { return C.cuda_allocate(d.c, bytes, &m.device, text) })
	if err != nil {
		var free, total C.size_t
		d.call("", func(text *C.char) C.int { return C.cuda_memory(d.c, &free, &total, text) })
		return nil, status.Errorf(status.OutOfMemory, "no device memory for %s: %.3g GB asked, %.3g of %.3g GB free (%v)", name, 1e-9*float64(bytes), 1e-9*float64(free), 1e-9*float64(total), err)
	}
	if err := d.call("pinned memory for "+name, func(text *C.char) C.int { return C.cuda_pinned(d.c, bytes, &m.image, text) }); err != nil {
		d.Release(m)
		return nil, status.Errorf(status.OutOfMemory, "no pinned host memory for %s: %.3g GB asked (%v)", name, 1e-9*float64(bytes), err)
	}
	return m, nil
}

// Release gives a memory back.
func (d *Device) Release(released device.Memory) {
	m, ok := released.(*memory)
	if !ok {
		return
	}
	if m.image != nil {
		d.call("release", func(text *C.char) C.int { return C.cuda_release_pinned(d.c, m.image, text) })
	}
	if m.device != 0 {
		d.call("release", func(text *C.char) C.int { return C.cuda_release(d.c, m.device, text) })
	}
	m.image, m.device = nil, 0
}

// span is the part of a memory that boxes cover: rows of equal length, one per component where
// components lie apart, else a single one.
type span struct{ first, elements, rows, pitch int }

func cover(boxes []device.Box) span {
	first, last := boxes[0].Offset, 0
	b := boxes[0]
	for _, b := range boxes {
		end := b.Offset
		for i := range 3 {
			end += (b.Extent[i] - 1) * b.Stride[i]
		}
		first, last = min(first, b.Offset), max(last, end)
	}
	s := span{first, last - first + 1, b.Extent[3], b.Stride[3]}
	if s.rows == 1 || s.pitch < s.elements { // components lie between each other
		s.elements += (s.rows - 1) * s.pitch
		s.rows, s.pitch = 1, s.elements
	}
	return s
}

// CopyIn packs boxes of a host array into the image and starts its copy to the device.
func (d *Device) CopyIn(to device.Memory, boxes []device.Box) error {
	m := to.(*memory)
	if m.busy { // a former copy still reads the image
		if err := d.wait(); err != nil {
			return err
		}
	}
	if err := d.packer.CopyIn(image{m}, boxes); err != nil {
		return err
	}
	s := cover(boxes)
	m.busy = true
	return d.call("copy in", func(text *C.char) C.int {
		return C.cuda_to_device(d.c, m.device+C.uint64_t(8*s.first), unsafe.Add(m.image, 8*s.first), C.size_t(8*s.elements), C.size_t(s.rows), C.size_t(8*s.pitch), text)
	})
}

// CopyOut copies what boxes cover into the image and unpacks it into the host array.
func (d *Device) CopyOut(from device.Memory, boxes []device.Box) error {
	m := from.(*memory)
	s := cover(boxes)
	err := d.call("copy out", func(text *C.char) C.int {
		return C.cuda_to_host(d.c, unsafe.Add(m.image, 8*s.first), m.device+C.uint64_t(8*s.first), C.size_t(8*s.elements), C.size_t(s.rows), C.size_t(8*s.pitch), text)
	})
	if err == nil {
		err = d.wait()
	}
	m.busy = false
	if err != nil {
		return err
	}
	return d.packer.CopyOut(image{m}, boxes)
}

func (d *Device) wait() error {
	return d.call("wait", func(text *C.char) C.int { return C.cuda_wait(d.c, text) })
}

// Close frees the kernels and lets the context go.
func (d *Device) Close() {
	if d.flagged != nil {
		d.Release(d.flagged)
	}
	for _, k := range d.kernels {
		d.call("unload", func(text *C.char) C.int { return C.cuda_unload(d.c, k.module, text) })
	}
	if d.c != nil {
		C.cuda_device_close(d.c)
		d.c = nil
	}
	d.packer.Close()
}
