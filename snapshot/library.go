package snapshot

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall
#cgo LDFLAGS: -ldl
#define _GNU_SOURCE
#include <stdlib.h>
#include "hdf5_dynamic.h"
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"unsafe"

	"drawbridge/files"
	"drawbridge/status"
)

// LibraryVariable names the environment variable that says which HDF5 to open: a file, or a folder
// that holds one.
const LibraryVariable = "DRAWBRIDGE_HDF5"

// Library is the HDF5 that snapshots are written with.
type Library struct {
	Path    string // file of the shared object, or of the program that holds it
	Version string // such as 1.10.8
	Origin  string // how it was found
}

// names are tried in this order: the plain ones first, parallel builds last (they bring an MPI).
var names = []string{
	"libhdf5_serial.so", "libhdf5.so",
	"libhdf5_serial.so.103", "libhdf5_serial.so.310", "libhdf5_serial.so.200",
	"libhdf5.so.103", "libhdf5.so.310", "libhdf5.so.320", "libhdf5.so.200",
	"libhdf5_openmpi.so.103", "libhdf5_mpich.so.103", "libhdf5_openmpi.so", "libhdf5_mpich.so",
}

// advice ends every message that says there is no HDF5.
const advice = "get it with `apt-get install libhdf5-dev` or `module load hdf5`, or name one in " + LibraryVariable

var (
	mutex sync.Mutex // HDF5 is not thread-safe in every build: one call at a time
	bound *Library   // nil until the first success
)

// FindLibrary answers the HDF5 in use and looks for one if there is none yet. A failure is told by
// name and tried again at the next call, since the environment may have changed.
func FindLibrary() (Library, error) {
	mutex.Lock()
	defer mutex.Unlock()
	err := bind()
	if err != nil {
		return Library{}, err
	}
	return *bound, nil
}

// bind fills the C table once. The caller holds mutex.
func bind() error {
	if bound != nil {
		return nil
	}
	if wanted := environment(LibraryVariable); wanted != "" {
		return bindWanted(wanted)
	}
	for _, search := range []func() (*candidate, string){inProcess, inPart} {
		if c, origin := search(); c != nil {
			return c.bind(origin)
		}
	}
	return bindByName()
}

// candidate is an opened library that may be bound.
type candidate struct {
	handle unsafe.Pointer
	path   string
}

func inProcess() (*candidate, string) {
	return loaded(func(p *C.char, n C.int) unsafe.Pointer { return C.hdf5_process(p, n) }), "loaded by the host"
}

func inPart() (*candidate, string) {
	return loaded(func(p *C.char, n C.int) unsafe.Pointer { return C.hdf5_local(p, n) }), "loaded by a part of the host"
}

func loaded(search func(*C.char, C.int) unsafe.Pointer) *candidate {
	var path [4096]C.char
	handle := search(&path[0], C.int(len(path)))
	if handle == nil {
		return nil
	}
	return &candidate{handle, C.GoString(&path[0])}
}

// open opens a library by file name or path.
func open(name string, apart bool) (*candidate, error) {
	var path [4096]C.char
	var why C.struct_hdf5_text
	c := cText(name)
	flag := C.int(0)
	if apart {
		flag = 1
	}
	handle := C.hdf5_open(c, flag, &path[0], C.int(len(path)), &why)
	if handle == nil {
		return nil, fmt.Errorf("%s", C.GoString(&why.text[0]))
	}
	return &candidate{handle, C.GoString(&path[0])}, nil
}

func (c *candidate) bind(origin string) error {
	var why C.struct_hdf5_text
	if C.hdf5_bind(c.handle, &why) != 0 {
		text := C.GoString(&why.text[0])
		if strings.HasPrefix(text, "not enough memory") {
			return status.Errorf(status.OutOfMemory, "no snapshot can be written or read: %s", text)
		}
		return status.Errorf(status.NotAvailable, "the HDF5 %s (%s) cannot write snapshots: %s; %s", c.path, origin, text, advice)
	}
	v := C.hdf5.version
	bound = &Library{Path: c.path, Version: fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]), Origin: origin}
	return nil
}

// bindWanted opens what the user named, apart from any HDF5 of the host.
func bindWanted(wanted string) error {
	name := wanted
	if info, err := os.Stat(wanted); err == nil && info.IsDir() {
		if name = libraryIn(wanted); name == "" {
			return status.Errorf(status.NotAvailable, "%s is %s, a folder without libhdf5*.so", LibraryVariable, wanted)
		}
	}
	cannot := func(err error) error {
		return status.Errorf(status.NotAvailable, "%s is %s, which cannot be opened: %v", LibraryVariable, wanted, files.Cause(err))
	}
	for _, path := range []string{wanted, name} { // a folder, and the library in it
		if err := files.CheckLibrary(path); err != nil {
			return cannot(err)
		}
	}
	c, err := open(name, true)
	if starved(err) {
		return noRoom(name, err)
	}
	if err != nil {
		return cannot(err)
	}
	return c.bind("named by " + LibraryVariable)
}

// libraryIn finds the core library of a folder or of its lib/.
func libraryIn(folder string) string {
	for _, pattern := range []string{"libhdf5*.so", "libhdf5*.so.*", "lib/libhdf5*.so", "lib/libhdf5*.so.*"} {
		found, _ := filepath.Glob(filepath.Join(folder, pattern))
		sort.Slice(found, func(i, k int) bool { return len(found[i]) < len(found[k]) })
		for _, path := range found {
			if !strings.ContainsAny(strings.TrimPrefix(filepath.Base(path), "libhdf5_serial"), "_") {
				return path
			}
		}
	}
	return ""
}

// bindByName tries the usual names along the loader's path, then the homes that clusters set.
func bindByName() error {
	tries := names
	for _, variable := range []string{"HDF5_ROOT", "HDF5_DIR", "HDF5_HOME"} {
		if home := environment(variable); home != "" {
			if path := libraryIn(home); path != "" && files.CheckLibrary(path) == nil {
				tries = append([]string{path}, tries...)
			}
		}
	}
	var refused error
	for _, name := range tries {
		c, err := open(name, false)
		if starved(err) {
			return noRoom(name, err)
		}
		if err != nil {
			continue
		}
		if refused = c.bind("opened by name"); refused == nil {
			return nil
		}
	}
	if refused != nil {
		return refused
	}
	return status.Errorf(status.NotAvailable,
		"snapshots need the HDF5 library, and neither this process nor the loader's path has one (tried %s): %s",
		strings.Join(names, " "), advice)
}

// starved says whether the loader found a library and had no memory for it.
func starved(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "failed to map segment") || strings.Contains(err.Error(), "annot allocate memory"))
}

func noRoom(name string, err error) error {
	return status.Errorf(status.OutOfMemory, "snapshots need the HDF5 library %s, and there is not enough memory to load it (ulimit -v?): %v", name, err)
}

// environment reads C's environment: Go's copy misses what the host set after the start. A process with more rights
// than its user has none (secure_getenv).
func environment(name string) string {
	c := cText(name)
	value := C.secure_getenv(c)
	if value == nil {
		return ""
	}
	return C.GoString(value)
}
