// Package probe finds out what a machine has: processor, MPI, HDF5, compilers, GPU driver; and how
// to get what is missing.
//
// Here lives looking. Never here: layout (console), or opening a device (device).
package probe

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	kernels "drawbridge/kernels/set"
	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file"

	"golang.org/x/sys/unix"
)

// Item is one thing that a run may use.
type Item struct {
	Name    string `json:"name"`
	Found   bool   `json:"found"`
	What    string `json:"what"`             // version and place, or why it is absent
	Advice  string `json:"advice,omitempty"` // how to get it; only where it is missing
	Purpose string `json:"purpose"`
}

// Machine is the answer.
type Machine struct {
	CPU     string   `json:"cpu"`
	ISAs    []string `json:"isas"` // of our kernels that this processor runs, best first
	CPUs    []int    `json:"cpus"` // that this process may run on
	Devices []Item   `json:"devices"`
	Parts   []Item   `json:"parts"`
}

// Look probes the machine. It starts a few programs (mpirun, gfortran) for their versions.
func Look() Machine {
	m := Machine{CPU: processor(), ISAs: kernels.BuiltIn().ISAs(), CPUs: CPUs()}
	isa := "no"
	if len(m.ISAs) > 0 {
		isa = m.ISAs[0]
	}
	m.Devices = []Item{
		{Name: "host", Found: len(m.ISAs) > 0, What: isa + " kernels", Purpose: "threads and SIMD"},
		{Name: "memcheck", Found: len(m.ISAs) > 0, What: isa + " kernels between guards", Purpose: "finding unwritten outputs and overruns"},
		cuda(),
	}
	m.Parts = []Item{mpi(), hdf5Write(), hdf5Read(),
		program("gfortran", "compiling drawbridge.f90 into a solver", "apt-get install gfortran", "--version"),
		program("g++", "building the kernels", "apt-get install g++", "--version"),
		program("cmake", "building", "apt-get install cmake", "--version"),
	}
	return m
}

func mpi() Item {
	return program("mpirun", "running a solver on several ranks", "apt-get install libopenmpi-dev openmpi-bin, or module load openmpi", "--version")
}

// hdf5Write is the library that a solver would write snapshots with.
func hdf5Write() Item {
	i := Item{Name: "HDF5 (write)", Purpose: "snapshots of a solver"}
	library, err := snapshot.FindLibrary()
	if err != nil {
		i.What, i.Advice = "none on the loader's path", "apt-get install libhdf5-dev, or module load hdf5, or set "+snapshot.LibraryVariable
		return i
	}
	i.Found, i.What = true, library.Version+" "+library.Path
	return i
}

func hdf5Read() Item {
	i := Item{Name: "HDF5 (read)", Purpose: "compare and plot", Found: hdf5file.Available, What: hdf5file.Version() + " (linked)"}
	if !i.Found {
		i.What, i.Advice = "this command was built without it", "apt-get install libhdf5-dev, then make"
	}
	return i
}

// program looks for an executable and its version's first line.
func program(name, purpose, advice string, arguments ...string) Item {
	i := Item{Name: name, Purpose: purpose}
	path, err := exec.LookPath(name)
	if err != nil {
		i.What, i.Advice = "not on the PATH", advice
		return i
	}
	i.Found, i.What = true, path
	if line := firstLine(path, arguments...); line != "" {
		i.What = line + " (" + path + ")"
	}
	return i
}

func firstLine(path string, arguments ...string) string {
	limit, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	output, err := exec.CommandContext(limit, path, arguments...).Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(output)), "\n")
	return strings.TrimSpace(line)
}

// cuda looks for the driver as the loader would, and for NVRTC, without opening either.
func cuda() Item {
	i := Item{Name: "cuda", Purpose: "GPU kernels"}
	driver := Library("libcuda.so.1")
	if driver == "" {
		i.What, i.Advice = "no GPU driver (libcuda.so.1) on the loader's path", "needed on GPU nodes only; the driver's owner installs it"
		return i
	}
	version := ""
	if text, err := os.ReadFile("/proc/driver/nvidia/version"); err == nil {
		version = regexp.MustCompile(`\d+\.\d+(\.\d+)?`).FindString(string(text))
	}
	i.Found = true
	i.What = strings.TrimSpace("driver "+version) + " (" + driver + ")"
	if Library("libnvrtc.so") == "" && Library("libnvrtc.so.13") == "" && Library("libnvrtc.so.12") == "" {
		i.What += ", but no libnvrtc"
		i.Advice = "module load cuda, or set CUDA_HOME"
	}
	return i
}

// Library finds a shared library where the loader would: LD_LIBRARY_PATH, then its cache.
func Library(name string) string {
	folders := filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))
	for _, variable := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if home := os.Getenv(variable); home != "" {
			folders = append(folders, filepath.Join(home, "lib64"))
		}
	}
	for _, folder := range folders {
		if path := filepath.Join(folder, name); folder != "" && exists(path) {
			return path
		}
	}
	for _, ldconfig := range []string{"/sbin/ldconfig", "/usr/sbin/ldconfig", "ldconfig"} {
		if output, err := exec.Command(ldconfig, "-p").Output(); err == nil {
			return cached(output, name)
		}
	}
	return ""
}

// cached finds a name in what ldconfig -p prints.
func cached(output []byte, name string) string {
	scanner := bufio.NewScanner(bytes.NewReader(output))
	for scanner.Scan() {
		left, path, found := strings.Cut(strings.TrimSpace(scanner.Text()), " => ")
		if word, _, _ := strings.Cut(left, " "); found && word == name {
			return path
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// processor is the name that the kernel of the system gives it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	return processorOf(string(text))
}

// processorOf reads the text of /proc/cpuinfo. On arm64 that has numbers in place of a name: 0x41 and 0xd4f is a Neoverse V2.
func processorOf(text string) string {
	word := func(key string) string {
		found := regexp.MustCompile(`(?m)^` + key + `\s*:\s*(.+)$`).FindStringSubmatch(text)
		if found == nil {
			return ""
		}
		return found[1]
	}
	if name := word("model name"); name != "" {
		return name
	}
	if maker, part := word("CPU implementer"), word("CPU part"); maker != "" && part != "" {
		return "arm64, implementer " + maker + ", part " + part
	}
	return "unknown"
}

// CPUs are those that this process is bound to.
func CPUs() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var list []int
	for cpu := 0; len(list) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}
