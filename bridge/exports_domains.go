package main

/*
#include "types.h"
*/
import "C"

import (
	"cmp"
	"unsafe"

	"drawbridge/domains"
	"drawbridge/frame"
	"drawbridge/status"
	"drawbridge/stencils"
)

//export goDomainCreate
func goDomainCreate(d C.struct_bridge_domain, handle *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("domain create")
		whole, wraps, parts, refused := gridOf(d)
		if d.refused != 0 {
			refused = before(d.refused, d.why)
		}
		if err != nil { // no other rank can be told
			return cmp.Or(refused, err)
		}
		if refused == nil {
			refused = writable("domain create: handle", unsafe.Pointer(handle), 4)
		}
		n, err := f.Domains().New(whole, wraps, parts, refused)
		if err == nil {
			*handle = C.int(n)
		}
		return err
	})
}

// gridOf is a global grid, which axes wrap, and the boxes that a rank gives.
func gridOf(d C.struct_bridge_domain) (whole []int, wraps []bool, parts []domains.Part, err error) {
	dims := int(d.dims)
	if dims != 2 && dims != 3 {
		return nil, nil, nil, status.Errorf(status.Shape, "domain: %d axes given, 2 or 3 expected", dims)
	}
	if whole, err = integers("domain create: global", d.global, dims); err != nil {
		return nil, nil, nil, err
	}
	around, err := integers("domain create: periodic", d.periodic, dims)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, word := range around {
		wraps = append(wraps, word != 0)
	}
	parts, err = partsOf(d.first, d.extents, dims, int(d.blocks))
	return whole, wraps, parts, err
}

//export goDomainCartesian
func goDomainCartesian(comm, global *C.int, dims C.int, first, extents, periodic *C.int, message *C.char) C.int {
	return answer(message, func() error {
		if dims != 2 && dims != 3 {
			return status.Errorf(status.Shape, "domain: %d axes given, 2 or 3 expected", dims)
		}
		whole, err := integers("domain cartesian: global", global, int(dims))
		if err != nil {
			return err
		}
		for _, out := range []struct {
			name string
			at   *C.int
		}{{"first", first}, {"extents", extents}, {"periodic", periodic}} {
			if err := writable("domain cartesian: "+out.name, unsafe.Pointer(out.at), 12); err != nil {
				return err
			}
		}
		handle, err := communicator("domain cartesian: comm", comm)
		if err != nil {
			return err
		}
		box, wraps, err := domains.Cartesian(handle, whole)
		if err != nil {
			return err
		}
		for i := range 3 {
			unsafe.Slice(first, 3)[i], unsafe.Slice(extents, 3)[i], unsafe.Slice(periodic, 3)[i] = C.int(box.First[i]), C.int(box.Extents[i]), 0
			if wraps[i] {
				unsafe.Slice(periodic, 3)[i] = 1
			}
		}
		return nil
	})
}

// partsOf are the boxes that a rank gives; nil where it gives none.
func partsOf(first, extents *C.int, dims, blocks int) ([]domains.Part, error) {
	if first == nil && extents == nil {
		return nil, nil
	}
	if first == nil || extents == nil {
		return nil, status.Errorf(status.Argument, "domain: first and extents are expected together, or none of them")
	}
	if blocks < 1 || blocks > domains.MostBlocks {
		return nil, status.Errorf(status.Shape, "domain: %d blocks of a rank, 1 to %d expected", blocks, domains.MostBlocks)
	}
	from, err := integers("domain create: first", first, dims*blocks)
	if err != nil {
		return nil, err
	}
	sizes, err := integers("domain create: extents", extents, dims*blocks)
	if err != nil {
		return nil, err
	}
	list := make([]domains.Part, blocks)
	for i := range list {
		list[i] = domains.Part{First: [3]int{1, 1, 1}, Extents: [3]int{1, 1, 1}}
		copy(list[i].First[:], from[dims*i:dims*(i+1)])
		copy(list[i].Extents[:], sizes[dims*i:dims*(i+1)])
	}
	return list, nil
}

//export goDomainBlock
func goDomainBlock(handle, block C.int, first, extents, neighbours *C.int, message *C.char) C.int {
	return withDomain(handle, "domain block", message, func(_ *frame.Frame, d *domains.Domain) error {
		for _, out := range []struct {
			name  string
			at    *C.int
			count int
		}{{"first", first, 3}, {"extents", extents, 3}, {"neighbours", neighbours, 6}} {
			if err := writable("domain block: "+out.name, unsafe.Pointer(out.at), 4*out.count); err != nil {
				return err
			}
		}
		box, ranks, err := d.Block(int(block))
		if err != nil {
			return err
		}
		beyond := unsafe.Slice(neighbours, 6)
		for i := range 3 {
			unsafe.Slice(first, 3)[i], unsafe.Slice(extents, 3)[i] = C.int(box.First[i]), C.int(box.Extents[i])
			beyond[2*i], beyond[2*i+1] = C.int(ranks[i][0]), C.int(ranks[i][1])
		}
		return nil
	})
}

//export goDomainDestroy
func goDomainDestroy(handle C.int, message *C.char) C.int {
	return withDomain(handle, "domain destroy", message, func(f *frame.Frame, _ *domains.Domain) error { return f.Domains().Destroy(int(handle)) })
}

//export goFieldOnDomain
func goFieldOnDomain(name *C.char, length, domain C.int, message *C.char) C.int {
	return withField("field on domain", name, length, message, func(f *frame.Frame, field string) error { return f.Domains().Put(field, int(domain)) })
}

//export goSequenceExchange
func goSequenceExchange(handle, domain C.int, names *C.char, length, layers C.int, message *C.char) C.int {
	return withSequence(handle, message, func(f *frame.Frame, q *stencils.Sequence) error {
		d, err := f.Domains().Domain(int(domain))
		if err != nil {
			return err
		}
		list, err := text("exchange: names", names, length)
		if err != nil {
			return err
		}
		return f.Domains().Append(q, d, list, int(layers))
	})
}

func withDomain(handle C.int, call string, message *C.char, do func(f *frame.Frame, d *domains.Domain) error) C.int {
	return answer(message, func() error {
		f, err := frame.Current(call)
		if err != nil {
			return err
		}
		d, err := f.Domains().Domain(int(handle))
		if err != nil {
			return err
		}
		return do(f, d)
	})
}
