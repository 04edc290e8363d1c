package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"strconv"
	"strings"

	"drawbridge/files"
	"drawbridge/status"
)

// vendor is what Go needs to know of a maker of GPUs; the rest stands in its C file (api.h).
type vendor struct {
	number        C.int
	word          string // of its devices
	driver        string // for people
	compiler      string
	collectives   string
	visible       string                             // the variable that hides GPUs from a process
	architectures string                             // that the texts are for
	runs          func(architecture string) bool     // whether they are for this one
	options       func(architecture string) []string // of the compiler
}

// vendors in the order in which a run looks for a GPU.
var vendors = []*vendor{
	{number: C.vendor_cuda, word: "cuda", driver: "NVIDIA", compiler: "NVRTC", collectives: "NCCL", visible: "CUDA_VISIBLE_DEVICES", architectures: "sm_80 or later, as sm_90", // sums over a warp, copies that nobody waits for
		runs: func(architecture string) bool { return computeCapability(architecture) >= 80 },
		options: func(architecture string) []string {
			return []string{"--gpu-architecture=" + architecture, "--std=c++17", "--fmad=true"}
		}},
}

// computeCapability is 90 for sm_90, 0 for what is none.
func computeCapability(architecture string) int {
	digits, ours := strings.CutPrefix(architecture, "sm_")
	number, err := strconv.Atoi(digits)
	if !ours || err != nil || number > 999 {
		return 0
	}
	return number
}

// Any is the device word for the first GPU that is there, of whatever vendor.
const Any = "gpu"

// Is tells whether a device word names GPUs: cuda, cuda:1.
func Is(word string) bool {
	kind, number, named := strings.Cut(word, ":")
	_, err := vendorsOf(kind)
	_, wrong := strconv.ParseUint(number, 10, 16)
	return err == nil && (!named || wrong == nil)
}

// vendorsOf gives those that a device word without its number may mean.
func vendorsOf(kind string) ([]*vendor, error) {
	if kind == Any {
		return vendors, nil
	}
	for _, v := range vendors {
		if kind == v.word {
			return []*vendor{v}, nil
		}
	}
	return nil, status.Errorf(status.Argument, "device '%s' is not a GPU", kind)
}

// Count is the number of GPUs that a device word may mean, and why there is none. driver is the path of the driver's library, or "".
func Count(word, driver string) (int, error) {
	_, n, err := find(word, driver)
	return n, err
}

// find gives the vendor of a device word that has GPUs, the first of several, and their number.
func find(word, driver string) (*vendor, int, error) {
	kind, _, _ := strings.Cut(word, ":")
	list, err := vendorsOf(kind)
	if err != nil {
		return nil, 0, err
	}
	for _, v := range list {
		var n int
		if n, err = v.count(driver); err == nil {
			return v, n, nil
		}
	}
	return nil, 0, err
}

func (v *vendor) count(driver string) (int, error) {
	if err := files.CheckLibrary(driver); err != nil { // the loader would wait for a pipe
		return 0, status.Errorf(status.NotAvailable, "no GPU: %v", err)
	}
	var text [C.text_size]C.char
	if C.gpu_open(v.number, cText(driver), &text[0]) != 0 {
		return 0, status.Errorf(status.NotAvailable, "no GPU: %s", C.GoString(&text[0]))
	}
	n := int(C.gpu_device_count(v.number))
	if n == 0 {
		return 0, status.Errorf(status.NotAvailable, "no GPU: the driver sees no device (%s?)", v.visible)
	}
	return n, nil
}

// Absent tells, after Count gave an error, that there is no GPU here: nothing is broken.
func Absent(word string) bool {
	kind, _, _ := strings.Cut(word, ":")
	list, err := vendorsOf(kind)
	for _, v := range list {
		if C.gpu_absent(v.number) == 0 {
			return false
		}
	}
	return err == nil
}

// Drivers names the drivers that a run looks for, for people.
func Drivers() string {
	var names []string
	for _, v := range vendors {
		names = append(names, v.driver)
	}
	return strings.Join(names, " or ")
}

// name of a GPU of the vendor.
func (v *vendor) name(ordinal int) string { return fmt.Sprintf("%s:%d", v.word, ordinal) }

// version of the vendor's compiler, as 13.0.
func (v *vendor) version() string {
	n := int(C.rtc_version(v.number))
	return fmt.Sprintf("%d.%d", n/1000, n%1000/10)
}
