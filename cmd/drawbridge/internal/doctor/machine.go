package doctor

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"drawbridge/device/gpu"
	"drawbridge/frame"
	kernels "drawbridge/kernels/set"
	"drawbridge/properties"
	"drawbridge/report"
	"drawbridge/settings"
	"drawbridge/snapshot"
	"drawbridge/status/nearest"
)

// settings judges the DRAWBRIDGE_ variables, each by itself: one line for each that is wrong.
func (p Patient) settings() []Check {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(p.Environment)), func(name string) bool { return !strings.HasPrefix(name, "DRAWBRIDGE_") })
	var checks []Check
	for _, name := range names {
		_, unknown, err := settings.Resolve(nil, map[string]string{name: p.Environment[name]})
		if err != nil {
			checks = append(checks, bad("settings", err.Error(), "set one of the expected values, or unset "+name))
		}
		for _, text := range unknown {
			checks = append(checks, warn("settings", text, meant(name)))
		}
	}
	if len(checks) == 0 {
		checks = append(checks, good("settings", fmt.Sprintf("%d set by variables DRAWBRIDGE_..., all valid", len(names))))
	}
	return checks
}

// meant is the cure for a variable that is not known.
func meant(name string) string {
	var known []string
	for _, s := range settings.List {
		known = append(known, s.Environment())
	}
	if near := nearest.Name(name, known); near != "" {
		return "correct the name; docs/settings.md lists all settings"
	}
	return "unset it; docs/settings.md lists all settings"
}

// instructions says which kernels a run would take.
func (p Patient) instructions() Check {
	isa, err := properties.ISA(strings.TrimSpace(p.Environment["DRAWBRIDGE_ISA"]))
	if err != nil {
		return bad("instruction set", err.Error(), "unset DRAWBRIDGE_ISA")
	}
	best := kernels.BuiltIn().ISAs()[0]
	if isa != best {
		return warn("instruction set", isa+" by DRAWBRIDGE_ISA, and this CPU has "+best, "unset DRAWBRIDGE_ISA for the fastest kernels")
	}
	return good("instruction set", isa)
}

// cpus compares the threads of a run with the CPUs that it may use.
func (p Patient) cpus() Check {
	list := allowedCPUs()
	text := fmt.Sprintf("CPUs %s (%d)", report.Ranges(list), len(list))
	if threads, err := strconv.Atoi(p.Environment["DRAWBRIDGE_THREADS"]); err == nil && threads > len(list) && len(list) > 0 {
		return warn("CPUs", fmt.Sprintf("%s for %d threads: they take turns", text, threads), "unset DRAWBRIDGE_THREADS, or bind fewer ranks to a CPU (docs/mpi.md)")
	}
	return good("CPUs", text)
}

// gpu opens this rank's GPU and runs the trial kernel of initialize.
func (p Patient) gpu(place frame.Placement) []Check {
	device := p.Environment["DRAWBRIDGE_DEVICE"]
	wanted := gpu.Is(device)
	word := gpu.Any
	if wanted {
		word = device
	}
	_, err := gpu.Count(word, p.Environment["DRAWBRIDGE_DRIVER"])
	switch {
	case err != nil && wanted:
		return []Check{bad("GPU", err.Error()+", and DRAWBRIDGE_DEVICE is "+device, "set DRAWBRIDGE_DEVICE=host, or run where there is a driver and a GPU")}
	case err != nil && gpu.Absent(word):
		return []Check{good("GPU", "none here (no "+gpu.Drivers()+" driver): runs use the host cores")}
	case err != nil:
		return []Check{warn("GPU", err.Error(), "runs use the host cores; check the variables that hide GPUs (CUDA_VISIBLE_DEVICES, ROCR_VISIBLE_DEVICES, HIP_VISIBLE_DEVICES) and the driver (nvidia-smi, rocminfo)")}
	case p.hostOnly() != "":
		return []Check{good("GPU", fmt.Sprintf("%d, not used: %s", place.GPUs, p.hostOnly()))}
	}
	name, err := p.trial(word, place.Rank)
	if err != nil {
		judge, cure := warn, "runs use the host cores until this is mended: "+gpu.Cure(word, p.Environment["DRAWBRIDGE_DRIVER"])
		if wanted {
			judge, cure = bad, gpu.Cure(word, p.Environment["DRAWBRIDGE_DRIVER"])+"; or set DRAWBRIDGE_DEVICE=host"
		}
		return []Check{judge("GPU", err.Error(), cure)}
	}
	return []Check{good("GPU", fmt.Sprintf("%s, compiled and ran a trial kernel; %d visible", name, place.GPUs))}
}

// hostOnly says why runs use the CPU whatever GPU there is; "" where they do not (frame: searches).
func (p Patient) hostOnly() string {
	device, isa := strings.TrimSpace(p.Environment["DRAWBRIDGE_DEVICE"]), strings.TrimSpace(p.Environment["DRAWBRIDGE_ISA"])
	switch {
	case device == "host" || device == "memcheck":
		return "DRAWBRIDGE_DEVICE is " + device
	case device == "" && isa != "":
		return "DRAWBRIDGE_DEVICE is not set, and DRAWBRIDGE_ISA is " + isa + ", which selects the CPU"
	}
	return ""
}

func (p Patient) trial(word string, turn int) (name string, err error) {
	d, err := gpu.Open(word, turn, gpu.Options{Driver: p.Environment["DRAWBRIDGE_DRIVER"], Toolkit: p.Environment["DRAWBRIDGE_CUDA"], HIPRTC: p.Environment["DRAWBRIDGE_HIPRTC"], Threads: 1})
	if err != nil {
		return "", err
	}
	defer d.About().Forget()
	defer d.Close()
	return d.About().Description, properties.Trial(d)
}

// sharing compares the ranks of the node with its GPUs.
func (p Patient) sharing(place frame.Placement) Check {
	text := fmt.Sprintf("%d on this node, %d GPUs", place.Size, place.GPUs)
	if len(place.Sharing) < 2 {
		return good("ranks", text)
	}
	if _, err := os.Stat(mpsFolder(p.Environment) + "/control"); err == nil {
		return good("ranks", fmt.Sprintf("%s: %d share a GPU, and MPS runs", text, len(place.Sharing)))
	}
	return warn("ranks", fmt.Sprintf("%s: %d share a GPU and take turns", text, len(place.Sharing)), "start MPS (nvidia-cuda-mps-control -d), which lets them run side by side")
}

func mpsFolder(environment map[string]string) string {
	if folder := environment["CUDA_MPS_PIPE_DIRECTORY"]; folder != "" {
		return folder
	}
	return "/tmp/nvidia-mps"
}

// cache tries whether compiled kernels can be kept.
func (p Patient) cache(place frame.Placement) Check {
	setting := p.Environment["DRAWBRIDGE_CACHE"]
	folder := gpu.CacheFolder(setting, p.Environment)
	judge := func(finding string) Check {
		if place.GPUs == 0 {
			return good("cache", finding+"; only runs on a GPU need it")
		}
		return warn("cache", finding+": every run compiles its kernels again", "set DRAWBRIDGE_CACHE to a folder that you may write")
	}
	if folder == "" {
		if setting == "off" {
			return judge("off by DRAWBRIDGE_CACHE")
		}
		return judge("no folder: neither XDG_CACHE_HOME nor HOME is set")
	}
	if err := writable(folder); err != nil {
		return judge(err.Error())
	}
	return good("cache", folder+" can be written")
}

// writable tries a folder, or the nearest above it that exists; it leaves nothing behind.
func writable(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	for !exists(folder) && folder != "/" {
		folder = filepath.Dir(folder)
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is no folder", folder)
	}
	file, err := os.CreateTemp(folder, ".drawbridge-doctor-*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", folder, unwrapped(err))
	}
	file.Close()
	return os.Remove(file.Name())
}

// unwrapped leaves the reason of a failure without the name of the trial file.
func unwrapped(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// hdf5 looks for the library that snapshots are written with.
func hdf5() Check {
	library, err := snapshot.FindLibrary()
	if err == nil {
		return good("HDF5", library.Version+", "+library.Path)
	}
	if os.Getenv(snapshot.LibraryVariable) != "" {
		return bad("HDF5", err.Error(), "correct "+snapshot.LibraryVariable+", or unset it")
	}
	return warn("HDF5", "none on the loader's path: a run cannot write snapshots", "apt-get install libhdf5-dev, or module load hdf5, or set "+snapshot.LibraryVariable)
}

// least values of limits, bytes.
const (
	leastSpace = 2 << 30 // the Go runtime reserves 1.5 GB of address space
	leastStack = 8 << 20 // Fortran keeps automatic arrays there
	leastLock  = 64 << 20
)

// limits judges what the system allows this process (ulimit).
func limits(place frame.Placement) []Check {
	space, stack, lock := limit(unix.RLIMIT_AS), limit(unix.RLIMIT_STACK), limit(unix.RLIMIT_MEMLOCK)
	checks := []Check{good("address space", size(space)), good("stack", size(stack)), good("locked memory", size(lock))}
	switch {
	case space < leastSpace:
		checks[0] = bad("address space", size(space)+": a program that loads the library may end", "ulimit -v unlimited")
	case space != unix.RLIM_INFINITY && place.GPUs > 0:
		checks[0] = warn("address space", size(space)+", and the GPU's driver reserves far more than its memory", "ulimit -v unlimited")
	}
	if stack < leastStack {
		checks[1] = warn("stack", size(stack)+": large automatic arrays of Fortran do not fit", "ulimit -s unlimited")
	}
	if lock < leastLock && place.Size > 1 && hasInfiniBand() {
		checks[2] = warn("locked memory", size(lock)+": MPI over InfiniBand needs more", "ulimit -l unlimited, in the node's limits.conf or its Slurm settings")
	}
	return checks
}

// hasInfiniBand tells whether the node has adapters of this kind.
func hasInfiniBand() bool {
	list, err := os.ReadDir("/sys/class/infiniband")
	return err == nil && len(list) > 0
}

func limit(which int) uint64 {
	var l unix.Rlimit
	if err := unix.Getrlimit(which, &l); err != nil {
		return unix.RLIM_INFINITY
	}
	return l.Cur
}

func size(bytes uint64) string {
	if bytes == unix.RLIM_INFINITY {
		return "unlimited"
	}
	return fmt.Sprintf("%.4g MB", float64(bytes)/(1<<20))
}
