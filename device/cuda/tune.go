package cuda

/*
#include "driver.h"
*/
import "C"

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
)

// leastMeasured is how many points a launch must have for its variants to be measured: below it a launch
// costs what starting it costs, and the first variant is taken.
const leastMeasured = 1 << 14

const timings = 5 // of each variant; the median counts

// candidates are the variants that a launch on n points may choose from by measuring; one is no choice.
func (o Options) candidates(p device.Program, n int) []device.Variant {
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
	candidates := q.options.candidates(p, int(l.n))
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
	if candidates := q.options.candidates(p, n); len(candidates) == 1 {
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

// choice reads from the cache which variant is the fastest, or measures. Ranks that share the cache agree:
// the first measures, the others read.
func (q *queue) choice(p device.Program, parameters *memory, l *C.struct_launch) (*kernel, error) {
	e := q.choiceEntry(p, int(l.n))
	if k := q.remembered(p, e); k != nil {
		return k, nil
	}
	codes := q.codes(p)
	defer e.lock()()
	if k := q.remembered(p, e); k != nil {
		return k, nil
	}
	var ranking []timed
	var failure error
	for i, v := range p.Variants {
		if codes[i] != nil {
			failure = codes[i]
			continue
		}
		ms, err := q.measure(p, v, parameters, l)
		if err != nil {
			if lost := q.waiting("wait", func(text *C.char) C.int { return C.cuda_wait(q.c, C.stream_calls, text) }); lost != nil {
				return nil, err // nothing runs any more
			}
			failure = err // a variant that this chip cannot run is no candidate
			continue
		}
		ranking = append(ranking, timed{v, ms})
	}
	if len(ranking) == 0 {
		return nil, failure
	}
	sort.SliceStable(ranking, func(i, j int) bool { return ranking[i].ms < ranking[j].ms })
	q.kept(e.claim([]byte(ranking[0].variant.Name)))
	q.note(said(p.Name, int(l.n), ranking))
	if first, ok := e.read(); ok && string(first) != ranking[0].variant.Name { // another rank was first
		if k := q.remembered(p, e); k != nil {
			return k, nil
		}
	}
	return q.kernel(p, ranking[0].variant)
}

type timed struct {
	variant device.Variant
	ms      float64
}

// said is the line of the report: the winner and its losers.
func said(name string, n int, ranking []timed) string {
	var words []string
	for _, t := range ranking {
		words = append(words, fmt.Sprintf("%s %.4g ms", t.variant.Name, t.ms))
	}
	return fmt.Sprintf("variant of %s at %d points, measured: %s", name, n, strings.Join(words, ", "))
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

// measure gives the median time of a variant on these arguments, ms.
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
	const from, to = C.most_marks - 2, C.most_marks - 1
	var ms [timings]float64
	for i := -1; i < timings; i++ { // the first warms up
		var took C.float
		err := q.waiting("measuring kernel "+p.Name, func(text *C.char) C.int {
			if bad := C.cuda_mark(q.c, q.index, from, q.at, text); bad != 0 {
				return bad
			}
			if bad := C.cuda_launch(q.c, q.at, k.c.function, &trial, q.grid(k.launch, int(l.n)), text); bad != 0 {
				return bad
			}
			if bad := C.cuda_mark(q.c, q.index, to, q.at, text); bad != 0 {
				return bad
			}
			if bad := C.cuda_wait(q.c, q.at, text); bad != 0 {
				return bad
			}
			return C.cuda_elapsed(q.c, q.index, from, to, &took, text)
		})
		if err != nil {
			return 0, err
		}
		if i >= 0 {
			ms[i] = float64(took)
		}
	}
	slices.Sort(ms[:])
	return ms[timings/2], nil
}

// Choice reads from the cache what was the fastest, or has it measured and keeps it.
func (d *Device) Choice(name, key string, set *device.KernelSet, measure func() (string, error)) (string, bool, error) {
	words := []string{C.GoString(C.cuda_device_name(d.c)), fmt.Sprint(int(C.cuda_driver_version()), int(C.nvrtc_version())), key}
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
	if err == nil {
		d.keep(e, []byte(choice))
	}
	return choice, true, err
}

// choiceEntry names the cached choice: whatever may change it is part of its name.
func (d *Device) choiceEntry(p device.Program, n int) entry {
	words := []string{C.GoString(C.cuda_device_name(d.c)), fmt.Sprint(int(C.cuda_driver_version()), int(C.nvrtc_version()), bits.Len(uint(n)))}
	for _, v := range p.Variants {
		words = append(words, v.Name, v.Unit)
	}
	e := cacheEntry(d.options.Cache, p.Name, append(words, d.compileOptions()...), p.Set.Digest())
	e.path = strings.TrimSuffix(e.path, suffix) + choiceSuffix
	if d.options.Cache == "" {
		e.path = ""
	}
	return e
}

// remembered finds the variant that an earlier run chose; nil where there is none.
func (d *Device) remembered(p device.Program, e entry) *kernel {
	name, ok := e.read()
	if !ok {
		return nil
	}
	for _, v := range p.Variants {
		if bytes.Equal(name, []byte(v.Name)) {
			if k, err := d.kernel(p, v); err == nil {
				d.note(fmt.Sprintf("variant of %s: %s, as measured by an earlier run (cache)", p.Name, v.Name))
				return k
			}
		}
	}
	return nil
}
