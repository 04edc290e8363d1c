// Package profile tells tools what runs: NVTX ranges for NVIDIA's profilers, and the callbacks of a
// user's shared object (drawbridge_tool.h, docs/tools.md). A nil Profile tells nobody and costs nothing.
//
// Here lives what is told to other tools. Never here: measuring, or a report of our own.
package profile

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include <string.h>
#include "profile.h"
*/
import "C"

import (
	"strings"
	"unsafe"

	"drawbridge/files"
	"drawbridge/status"
)

// Profile is who listens. Names are kept as C text, once each.
type Profile struct {
	c     *C.struct_profile
	names map[string]*C.char
}

// Open finds the listeners: tool is the path of a user's shared object, or ""; nvtx a path of the NVTX
// library, "" for the loader's, "off" for none. Nil where nobody listens.
func Open(tool, nvtx, device string) (*Profile, error) {
	p := &Profile{c: (*C.struct_profile)(C.calloc(1, C.sizeof_struct_profile)), names: map[string]*C.char{}}
	if p.c == nil {
		return nil, status.Errorf(status.OutOfMemory, "no memory for the table of the tool's callbacks")
	}
	if err := files.CheckLibrary(tool); err != nil {
		p.Close()
		return nil, status.Errorf(status.File, "tool: %v", err)
	}
	if err := files.CheckLibrary(nvtx); err != nil {
		p.Close()
		return nil, status.Errorf(status.File, "nvtx: %v", err)
	}
	if tool != "" {
		var text [C.profile_text]C.char
		if C.profile_tool(p.c, p.name(tool), p.name(device), &text[0]) != 0 {
			p.Close()
			return nil, status.Errorf(status.File, "tool: %s%s", C.GoString(&text[0]), bare(tool))
		}
	}
	named := nvtx != ""
	if !named {
		nvtx = "libnvToolsExt.so.1"
	}
	if nvtx != "off" && C.profile_nvtx(p.c, p.name(nvtx)) != 0 && named {
		p.Close()
		return nil, status.Errorf(status.File, "nvtx: %s is not an NVTX library that can be loaded", nvtx)
	}
	if p.c.tool == nil && p.c.push == nil {
		p.Close()
		return nil, nil
	}
	return p, nil
}

// bare ends the message about a name that the loader did not find where its user meant it.
func bare(tool string) string {
	if strings.Contains(tool, "/") {
		return ""
	}
	return "; a name without / is looked for on the loader's path only: write ./" + tool + " for one in the current folder"
}

// Range begins a stretch of work and gives the function that ends it.
func (p *Profile) Range(name string) func() {
	if p == nil {
		return func() {}
	}
	text := p.name(name)
	C.profile_begin(p.c, text)
	return func() { C.profile_end(p.c, text) }
}

// Kernel tells of a launch that is finished.
func (p *Profile) Kernel(name string, points, bytes int64, seconds float64) {
	if p != nil {
		C.profile_kernel(p.c, p.name(name), C.long(points), C.long(bytes), C.double(seconds))
	}
}

// Copy tells of a copy that is finished.
func (p *Profile) Copy(name string, bytes int64, seconds, packing float64) {
	if p != nil {
		C.profile_copy(p.c, p.name(name), C.long(bytes), C.double(seconds), C.double(packing))
	}
}

// Close says goodbye.
func (p *Profile) Close() {
	if p == nil {
		return
	}
	C.profile_finish(p.c)
	for _, text := range p.names {
		C.free(unsafe.Pointer(text))
	}
	C.free(unsafe.Pointer(p.c))
}

func (p *Profile) name(text string) *C.char {
	if c, ok := p.names[text]; ok {
		return c
	}
	forCall := (*C.char)(unsafe.Pointer(unsafe.SliceData(append([]byte(text), 0)))) // C.CString would end the process without memory
	c := C.strdup(forCall)
	if c == nil {
		return forCall
	}
	p.names[text] = c
	return c
}
