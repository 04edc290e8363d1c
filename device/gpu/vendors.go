package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"fmt"
	"slices"
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
	visible       string                             // the variables that hide GPUs from a process
	architectures string                             // that the texts are for
	cure          string                             // of a compiler that is not found
	matrices      bool                               // a unit for matrices of doubles that the texts use
	runs          func(architecture string) bool     // whether the texts are for this one
	toolkit       func(o Options) string             // folder of the compiler
	options       func(architecture string) []string // of the compiler
	level         func(unit string) []string         // and those that depend on the text; nil: none
	untried       string                             // device.About has it
	verbose       []string                           // options for the log: registers, spills
	begin, end    string                             // round every text
}

// vendors in the order in which a run looks for a GPU.
var vendors = []*vendor{
	{number: C.vendor_cuda, word: "cuda", driver: "NVIDIA", compiler: "NVRTC", collectives: "NCCL", visible: "CUDA_VISIBLE_DEVICES", matrices: true,
		architectures: "sm_80 or later, as sm_90", // sums over a warp, copies that nobody waits for
		cure:          "module load cuda, or set CUDA_HOME or DRAWBRIDGE_CUDA to the folder of NVRTC",
		runs:          func(architecture string) bool { return computeCapability(architecture) >= 80 },
		toolkit:       func(o Options) string { return o.Toolkit }, verbose: []string{"--ptxas-options=-v"},
		options: func(architecture string) []string {
			return []string{"--gpu-architecture=" + architecture, "--std=c++17", "--fmad=true"}
		}},
	{number: C.vendor_hip, word: "hip", driver: "AMD", compiler: "hipRTC", collectives: "RCCL", visible: "ROCR_VISIBLE_DEVICES, HIP_VISIBLE_DEVICES",
		architectures: "gfx90a, gfx942 or gfx1100", // those that the tests compile for
		cure:          "module load rocm, or set ROCM_PATH, or DRAWBRIDGE_HIPRTC to the folder of hipRTC",
		runs: func(architecture string) bool {
			return slices.Contains([]string{"gfx90a", "gfx942", "gfx1100"}, architecture)
		},
		toolkit: func(o Options) string { return o.HIPRTC },
		options: func(architecture string) []string {
			return []string{"--offload-arch=" + architecture, "-std=c++17", "-Wno-pass-failed"}
		},
		level: func(unit string) []string { // property kernels are written out: -O3 hoists loads into more registers than there are
			if strings.Contains(unit, "LAUNCHABLE(") {
				return []string{"-O1"}
			}
			return []string{"-O3"}
		},
		untried: "AMD GPUs: Drawbridge is compiled for gfx90a, gfx942 and gfx1100, and was run on a simulated driver, never on hardware. Please report what you see",
		begin:   "#include \"gpu.h\"\nGPU_TEXT\n", end: "\nGPU_TEXT_END\n"}, // in a namespace, for texts define names that hipRTC has
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

// Is tells whether a device word asks for a GPU: cuda, cuda:1. Open reports a wrong number, so that the CPU never replaces that GPU.
func Is(word string) bool {
	kind, _, _ := strings.Cut(word, ":")
	_, err := vendorsOf(kind)
	return err == nil
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
	var failed error // what is broken comes before what is not there, and that before what a path for another vendor does not name
	for i, v := range list {
		n, err := v.count(driver)
		if err == nil {
			return v, n, nil
		}
		if i == 0 || C.gpu_absent(v.number) < absence(list[:i]) {
			failed = err
		}
	}
	return nil, 0, failed
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
	return err == nil && absence(list) == C.absent_device
}

// absence is the least of several vendors: one that DRAWBRIDGE_DRIVER does not name matters only where it names none.
func absence(list []*vendor) C.int {
	least := C.int(C.absent_named)
	for _, v := range list {
		least = min(least, C.gpu_absent(v.number))
	}
	return least
}

// Drivers names the drivers that a run looks for, for people.
func Drivers() string {
	var names []string
	for _, v := range vendors {
		names = append(names, v.driver)
	}
	return strings.Join(names, " or ")
}

// Cure says what to do where the compiler of a device word's GPU is not found.
func Cure(word, driver string) string {
	if v, _, err := find(word, driver); err == nil {
		return v.cure
	}
	return vendors[0].cure
}

// name of a GPU of the vendor.
func (v *vendor) name(ordinal int) string { return fmt.Sprintf("%s:%d", v.word, ordinal) }

// version of the vendor's compiler, as 13.0.
func (v *vendor) version() string {
	n := int(C.rtc_version(v.number))
	return fmt.Sprintf("%d.%d", n/1000, n%1000/10)
}
