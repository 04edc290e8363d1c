package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/tuning"
)

// leastMeasured is how many points a launch must have for its variants to be measured: below it a launch
// costs what starting it costs, and the first variant is taken.
const leastMeasured = 1 << 14

// candidates are the variants that a launch on n points may choose from by measuring; one is no choice.
func (c *compiler) candidates(p device.Program, n int) []device.Variant {
	o := c.options
	if !c.vendor.matrices {
		p.Variants = slices.DeleteFunc(slices.Clone(p.Variants), func(v device.Variant) bool { return v.Matrix })
	}
	if selected := slices.IndexFunc(p.Variants, func(v device.Variant) bool { return v.Name == o.Variant }); selected >= 0 {
		return p.Variants[selected : selected+1]
	}
	if len(p.Variants) == 1 || p.Once || !o.Tune || o.Debug.Bounds || n < leastMeasured {
		return p.Variants[:1]
	}
	return slices.DeleteFunc(slices.Clone(p.Variants), func(v device.Variant) bool { return v.Named })
}

// choose finds the variant of a program that runs: the selected one, else the fastest at this size, which
// is measured once and kept in the cache, else the first.
func (q *queue) choose(p device.Program, parameters *memory, l *C.struct_launch) (*kernel, error) {
	if len(p.Variants) == 0 {
		return nil, status.Errorf(status.Internal, "kernel %s has no text for a GPU", p.Name)
	}
	candidates := q.candidates(p, int(l.n))
	if len(candidates) == 1 {
		q.noteSelected(p, candidates[0])
		return q.kernel(p, candidates[0])
	}
	key := choiceKey(p, int(l.n))
	if k, ok := q.choices[key]; ok {
		return k, nil
	}
	p.Variants = candidates
	k, err := q.choice(p, parameters, l)
	if err == nil {
		q.choices[key] = k
	}
	return k, err
}

func choiceKey(p device.Program, n int) string {
	return fmt.Sprint(p.Set.Digest(), p.Variants[0].Unit, bits.Len(uint(n)))
}

// settled is the variant that choose answers, where it needs neither to measure nor to compile; else nil.
func (q *queue) settled(p device.Program, n int) *kernel {
	if candidates := q.candidates(p, n); len(candidates) == 1 {
		return q.kernels[keyOf(p, candidates[0])]
	}
	return q.choices[choiceKey(p, n)]
}

// noteSelected says once a kernel in the report which variant runs where a setting names one.
func (d *Device) noteSelected(p device.Program, v device.Variant) {
	key := p.Name + " " + v.Name
	if d.options.Variant == "" || len(p.Variants) == 1 || d.selected[key] {
		return
	}
	d.selected[key] = true
	if v.Name == d.options.Variant {
		d.note(fmt.Sprintf("variant of %s: %s (selected by DRAWBRIDGE_TUNE)", p.Name, v.Name))
	} else {
		d.note(fmt.Sprintf("variant of %s: %s, because %s (DRAWBRIDGE_TUNE) does not support these views or this number of species", p.Name, v.Name, d.options.Variant))
	}
}

// choice decides by measuring. Ranks that share the cache agree: the first measures, the others read.
func (q *queue) choice(p device.Program, parameters *memory, l *C.struct_launch) (*kernel, error) {
	var codes []error
	c := tuning.Choice{Name: p.Name, Key: fmt.Sprint(bits.Len(uint(l.n)))}
	for _, v := range p.Variants {
		c.Names = append(c.Names, v.Name)
		c.Key += " " + v.Unit
	}
	c.Prepare = func() error { codes = q.codes(p); return nil }
	c.Run = func(place int) (float64, error) {
		if codes[place] != nil {
			return 0, codes[place]
		}
		return q.measure(p, p.Variants[place], parameters, l)
	}
	c.Ends = func() bool {
		return q.waiting("wait", func(text *C.char) C.int { return C.gpu_wait(q.c, C.stream_calls, text) }) != nil
	}
	c.Keep = q.Choices(p.Set)
	for {
		place, text, err := c.Decide()
		if err != nil {
			return nil, err
		}
		k, err := q.kernel(p, p.Variants[place])
		if err == nil || codes != nil {
			q.note(fmt.Sprintf("variant of %s at %d points%s", p.Name, int(l.n), text))
			return k, err
		}
		c.Keep = nil // what another run measured is of no use here
	}
}

// codes gets all variants loaded; compilers run side by side.
func (d *Device) codes(p device.Program) []error {
	missing := slices.DeleteFunc(slices.Clone(p.Variants), func(v device.Variant) bool { return d.kernels[keyOf(p, v)] != nil })
	code, _, failures := d.cubins(p, missing)
	all := make([]error, len(p.Variants))
	for i, v := range missing {
		if failures[i] == nil {
			if _, err := d.load(p, v, code[i]); err != nil {
				_, failures[i] = d.kernel(p, v) // the cache's may be of no use here: compiled anew
			}
		}
		all[slices.IndexFunc(p.Variants, func(x device.Variant) bool { return x.Unit == v.Unit })] = failures[i]
	}
	return all
}

// measure gives the time of a run of a variant on these arguments, s.
func (q *queue) measure(p device.Program, v device.Variant, parameters *memory, l *C.struct_launch) (float64, error) {
	k, err := q.kernel(p, v)
	if err != nil {
		return 0, err
	}
	if err := q.fillConstants(k, parameters); err != nil {
		return 0, err
	}
	if err := q.to(C.stream_kernels); err != nil { // after the copies of its inputs
		return 0, err
	}
	trial := *l
	trial.flags = (*C.ulonglong)(pointer(q.scratch.Address()))
	return q.elapsed("measuring kernel "+p.Name, q.at, func(text *C.char) C.int {
		return C.gpu_launch(q.c, q.at, k.c.function, &trial, q.grid(k.launch, int(l.n)), text)
	})
}

// Choices reads from the cache what was the fastest, or has it measured and keeps it.
func (d *Device) Choices(set *device.KernelSet) tuning.Keep {
	return func(name, key string, measure func() (string, error)) (string, bool, error) {
		words := []string{C.GoString(C.gpu_device_name(d.c)), fmt.Sprint(int(C.gpu_driver_version(d.vendor.number)), int(C.rtc_version(d.vendor.number))), key}
		e := cacheEntry(d.options.Cache, name, append(words, d.compileOptions()...), set.Digest())
		if e.path != "" {
			e.path = strings.TrimSuffix(e.path, suffix) + choiceSuffix
		}
		if choice, ok := e.read(); ok {
			return string(choice), false, nil
		}
		defer e.lock()()
		if choice, ok := e.read(); ok {
			return string(choice), false, nil
		}
		choice, err := measure()
		if err != nil {
			return choice, true, err
		}
		d.kept(e.claim([]byte(choice)))
		if first, ok := e.read(); ok && string(first) != choice { // another rank was first
			return string(first), false, nil
		}
		return choice, true, nil
	}
}
