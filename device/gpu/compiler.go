package gpu

/*
#include <stdlib.h>
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"drawbridge/device"
	"drawbridge/files"
	"drawbridge/status"
)

// compiler turns variants of programs into CUBINs by way of the cache. It needs the vendor's compiler, and no GPU: an entry of
// the cache depends on the architecture, the compiler's version, the options, the text and the digest of its kernel set, and on nothing
// of the driver's.
type compiler struct {
	options      Options
	vendor       *vendor
	architecture string // sm_90

	guard       sync.Mutex // of what follows: compilers run side by side
	notes       []string
	cacheFailed error // the first, which was said
}

func newCompiler(v *vendor, architecture string, o Options) (*compiler, error) {
	if err := files.CheckLibrary(v.toolkit(o)); err != nil {
		return nil, status.Errorf(status.NotAvailable, "%s: %v", v.compiler, err)
	}
	var text [C.text_size]C.char
	folder := cText(v.toolkit(o))
	if C.rtc_open(v.number, folder, &text[0]) != 0 {
		return nil, status.Errorf(status.NotAvailable, "%s", C.GoString(&text[0]))
	}
	return &compiler{options: o, vendor: v, architecture: architecture}, nil
}

// Compiler is a device for machines without a GPU: it compiles what a launch would need into the cache, and runs
// nothing; its memory holds nothing.
type Compiler struct {
	*compiler
	about           device.About
	compiled, found int
}

// NewCompiler compiles for an architecture, as sm_90.
func NewCompiler(architecture string, o Options) (*Compiler, error) {
	for _, v := range vendors {
		if v.runs(architecture) {
			return v.newCompiler(architecture, o)
		}
	}
	return nil, status.Errorf(status.Argument, "architecture '%s' is not known: expected %s", architecture, Architectures())
}

// Architectures are those that kernels can be compiled for, for people.
func Architectures() string {
	var names []string
	for _, v := range vendors {
		names = append(names, v.architectures)
	}
	return strings.Join(names, ", ")
}

func (v *vendor) newCompiler(architecture string, o Options) (*Compiler, error) {
	c, err := newCompiler(v, architecture, o)
	if err != nil {
		return nil, status.Wrap(err, "nothing can be compiled for %s: %v", architecture, err)
	}
	compiles := &Compiler{compiler: c}
	compiles.about = device.About{Name: v.word + ":compiler", Description: fmt.Sprintf("%s %s for %s", v.compiler, v.version(), architecture), Compiles: true, Threads: 1, Noter: c, CacheFailure: c.CacheFailure}
	return compiles, nil
}

// Counts tells how many variants were compiled, and how many the cache had.
func (c *Compiler) Counts() (compiled, found int) { return c.compiled, c.found }

// About names the compiler and the architecture.
func (c *Compiler) About() *device.About { return &c.about }

// sheet is memory that is not there.
type sheet int

func (s sheet) Elements() int    { return int(s) }
func (s sheet) Address() uintptr { return 4096 }

func (c *Compiler) Allocate(_ string, n int) (device.Memory, error) { return sheet(n), nil }
func (c *Compiler) Release(device.Memory)                           {}
func (c *Compiler) CopyIn(device.Memory, []device.Box) error        { return nil }
func (c *Compiler) CopyOut(_ device.Memory, _ []device.Box) error   { return nil }
func (c *Compiler) Close()                                          {}

// Launch compiles every variant that a launch on n points may choose from.
func (c *Compiler) Launch(p device.Program, _ []device.Array, _ device.Memory, r device.Region) (int, error) {
	variants := c.candidates(p, r.Points)
	_, compiled, failures := c.cubins(p, variants)
	broken := slices.DeleteFunc(failures, func(err error) bool { return err == nil })
	c.compiled += compiled
	c.found += len(variants) - compiled - len(broken)
	if len(broken) > 0 {
		return 0, status.Wrap(broken[0], "%d of %d variants do not compile: %v", len(broken), len(variants), broken[0])
	}
	return 0, nil
}

// patience is how long compilers are silent.
const patience = 5 * time.Second

// cubins gets the code of variants from the cache, or compiles it, side by side on the CPUs of this process;
// compiled counts the latter. A failure is one variant's.
func (c *compiler) cubins(p device.Program, variants []device.Variant) (code [][]byte, compiled int, failures []error) {
	code, failures = make([][]byte, len(variants)), make([]error, len(variants))
	slow := time.AfterFunc(patience, func() {
		c.tell(fmt.Sprintf("kernel %s is being compiled for %s, %d variants; the cache keeps them for later runs", p.Name, c.architecture, len(variants)))
	})
	defer slow.Stop()
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for i, v := range variants {
		wait.Add(1)
		room <- struct{}{}
		go func() {
			defer wait.Done()
			defer func() { <-room }()
			defer func() {
				if said := recover(); said != nil {
					failures[i] = status.Errorf(status.Internal, "kernel %s, variant %s: %v", p.Name, v.Name, said)
				}
			}()
			var fresh bool
			code[i], fresh, failures[i] = c.cubin(p, v)
			if fresh && failures[i] == nil {
				c.guard.Lock()
				defer c.guard.Unlock()
				compiled++
			}
		}()
	}
	wait.Wait()
	return code, compiled, failures
}

// CacheFailure is why the cache could not be written; nil where it was, or there is none.
func (c *compiler) CacheFailure() error {
	c.guard.Lock()
	defer c.guard.Unlock()
	return c.cacheFailed
}

// tell gives a line to who listens, one at a time.
func (c *compiler) tell(text string) {
	saying.Lock()
	defer saying.Unlock()
	if c.options.Warn != nil {
		c.options.Warn(text)
	}
}

// warn is told, and stands in the report.
func (c *compiler) warn(text string) {
	c.guard.Lock()
	c.notes = append(c.notes, text)
	c.guard.Unlock()
	c.tell(text)
}

// note stands in the report.
func (c *compiler) note(text string) {
	c.guard.Lock()
	defer c.guard.Unlock()
	c.notes = append(c.notes, text)
}

// Notes is what a report should say; each is given once.
func (c *compiler) Notes() []string {
	c.guard.Lock()
	defer c.guard.Unlock()
	notes := c.notes
	c.notes = nil
	return notes
}
