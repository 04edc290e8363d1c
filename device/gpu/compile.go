package gpu

/*
#include <stdlib.h>
#include "driver.h"
*/
import "C"

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"time"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// compileOptions of the vendor's compiler; the flags of the host's kernels live in cmake/go.cmake.
func (c *compiler) compileOptions() []string {
	options := c.vendor.options(c.architecture)
	if c.options.Debug.Bounds {
		options = append(options, "-DBOUNDS")
	}
	if c.options.Debug.Log {
		options = append(options, c.vendor.verbose...)
	}
	return options
}

// optionsOf adds those of a text.
func (c *compiler) optionsOf(v device.Variant) []string {
	options := c.compileOptions()
	if c.vendor.level != nil {
		options = append(options, c.vendor.level(v.Unit)...)
	}
	return options
}

// codeKey is what code in memory is kept under.
type codeKey struct{ set, unit string }

func keyOf(p device.Program, v device.Variant) codeKey { return codeKey{p.Set.Digest(), v.Unit} }

// kernel finds a variant of a program that is loaded, else in the cache, else compiles it.
func (d *Device) kernel(p device.Program, v device.Variant) (*kernel, error) {
	if k, ok := d.kernels[keyOf(p, v)]; ok {
		return k, nil
	}
	code, compiled, failures := d.cubins(p, []device.Variant{v})
	if failures[0] != nil {
		return nil, failures[0]
	}
	k, err := d.load(p, v, code[0])
	if err != nil && compiled == 0 { // what does not load is compiled anew, never trusted
		if code[0], err = d.compiled(p, v); err != nil {
			return nil, err
		}
		if k, err = d.load(p, v, code[0]); err == nil {
			d.keep(d.entryOf(p, v), code[0])
		}
	}
	return k, err
}

// cubin gets the code of a variant from the cache, or compiles it and keeps it there. Ranks of a node that
// share the folder compile a kernel once: the others wait for the first.
func (c *compiler) cubin(p device.Program, v device.Variant) (cubin []byte, fresh bool, err error) {
	e := c.entryOf(p, v)
	if cubin, ok := e.read(); ok {
		return cubin, false, nil
	}
	defer e.lock()()
	if cubin, ok := e.read(); ok {
		return cubin, false, nil
	}
	cubin, err = c.compiled(p, v)
	if err == nil {
		c.keep(e, cubin)
	}
	return cubin, true, err
}

func (c *compiler) entryOf(p device.Program, v device.Variant) entry {
	words := append([]string{fmt.Sprint(int(C.rtc_version(c.vendor.number))), v.Unit}, c.optionsOf(v)...)
	return cacheEntry(c.options.Cache, p.Name, words, p.Set.Digest())
}

func (c *compiler) compiled(p device.Program, v device.Variant) ([]byte, error) {
	headers, err := p.Set.Headers()
	if err != nil {
		return nil, status.Errorf(status.Internal, "kernel %s: %v", p.Name, err)
	}
	options := c.optionsOf(v)
	begin := time.Now()
	cubin, log, err := c.vendor.compile(p, v, headers, options)
	c.options.Debug.compiled(p, v, options, log, time.Since(begin).Seconds())
	return cubin, err
}

// keep writes into the cache; where that fails it is said once, and kernels are compiled in every run.
func (c *compiler) keep(e entry, data []byte) { c.kept(e.write(data)) }

func (c *compiler) kept(err error) {
	c.guard.Lock()
	said := err == nil || c.cacheFailed != nil
	if !said {
		c.cacheFailed = err
	}
	c.guard.Unlock()
	if !said {
		c.warn(fmt.Sprintf("the cache of compiled kernels cannot be written, so every run compiles its kernels again: %v", err))
	}
}

func (d *Device) load(p device.Program, v device.Variant, cubin []byte) (*kernel, error) {
	name, text := cText(p.Symbol), unsafe.Pointer(unsafe.SliceData(cubin))
	k := &kernel{name: p.Name, variant: v.Name, launch: v.Launch}
	if bytes.Contains(cubin, []byte("drawbridge_constants\x00")) { // a name of its symbols: to ask for one that is not there is an error of the driver's
		k.c.constants = 1
	}
	if bytes.Contains(cubin, []byte("drawbridge_bounds\x00")) {
		k.c.bounds = 1
	}
	err := d.call("loading kernel "+p.Name, func(message *C.char) C.int {
		return C.gpu_load(d.c, text, name, C.uint(v.Launch.Shared), &k.c, message)
	})
	if err != nil {
		return nil, err
	}
	d.kernels[keyOf(p, v)] = k
	return k, nil
}

// compile makes the CUBIN of a variant and gives the compiler's log; a failure carries it.
func (vendor *vendor) compile(p device.Program, v device.Variant, headers []device.Header, options []string) (code []byte, said string, err error) {
	var c cStrings
	defer c.free()
	texts, names, words := c.list(len(headers)), c.list(len(headers)), c.list(len(options))
	for i, h := range headers {
		texts[i], names[i] = c.string(h.Text), c.string(h.Name)
	}
	for i, o := range options {
		words[i] = c.string(o)
	}
	var cubin unsafe.Pointer
	var size C.size_t
	var log *C.char
	var text [C.text_size]C.char
	bad := C.rtc_compile(vendor.number, c.string(p.Name+".cu"), c.string(vendor.begin+v.Unit+vendor.end), C.int(len(headers)), &texts[0], &names[0], C.int(len(options)), &words[0], &cubin, &size, &log, &text[0])
	defer C.free(unsafe.Pointer(log))
	defer C.free(cubin)
	if bad != 0 {
		return nil, C.GoString(log), status.Errorf(status.Device, "kernel %s: %s: %s", p.Name, C.GoString(&text[0]), shortened(C.GoString(log)))
	}
	return C.GoBytes(cubin, C.int(size)), C.GoString(log), nil
}

func shortened(log string) string {
	const most = 2000
	if len(log) > most {
		log = log[:most] + " ..."
	}
	return strings.TrimSpace(log)
}

// cText gives a text to C for the time of a call. C.CString would end the process where malloc has no memory.
func cText(s string) *C.char {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(append([]byte(s), 0))))
}

// cStrings keeps texts in their places for lists of them that C reads.
type cStrings struct{ pinner runtime.Pinner }

func (c *cStrings) string(s string) *C.char {
	p := cText(s)
	c.pinner.Pin(p)
	return p
}

func (c *cStrings) list(n int) []*C.char { return make([]*C.char, n+1) } // ends with a null, so that it has a first element

func (c *cStrings) free() { c.pinner.Unpin() }
