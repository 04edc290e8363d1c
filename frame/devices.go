package frame

import (
	"slices"
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/device/gpu"
	"drawbridge/device/host"
	"drawbridge/device/memcheck"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// openDevice follows the setting, else the id that initialize was given, else it takes the host: a GPU that was asked
// for is never replaced.
func (f *Frame) openDevice(isa string, threads int) (device.Device, error) {
	if f.Compile != "" {
		c, err := gpu.NewCompiler(f.Compile, f.gpuOptions(threads))
		if err != nil {
			return nil, err
		}
		f.compiler = c
		return c, properties.CompileTrial(c)
	}
	word := f.word()
	if gpu.Is(word) {
		d, err := gpu.Open(word, f.place.local.rank, f.gpuOptions(threads))
		if err != nil {
			return nil, status.Wrap(err, "initialize: device %s was asked for, but %v; set DRAWBRIDGE_DEVICE=host to run the same calls on the CPU", word, err)
		}
		if err := f.tryFirst(d); err != nil {
			d.Close()
			return nil, status.Wrap(err, "initialize: device %s was asked for, but its self-test failed: %v; set DRAWBRIDGE_DEVICE=host to run the same calls on the CPU", word, err)
		}
		return d, nil
	}
	d, err := host.Open(threads, isa)
	if err != nil {
		return nil, err
	}
	if word == "memcheck" {
		return memcheck.Wrap(d), nil
	}
	return d, nil
}

// tryFirst runs the trial kernel on a device whose like has run none yet, and says so.
func (f *Frame) tryFirst(d device.Device) error {
	untried := d.About().Untried
	if untried == "" {
		return nil
	}
	f.warn(untried)
	return properties.Trial(d)
}

// word is the device that was asked for; "" for none.
func (f *Frame) word() string {
	if f.values["device"] == "" && f.DeviceID >= 0 {
		return gpu.Any + ":" + strconv.Itoa(f.DeviceID)
	}
	return f.values["device"]
}

// searches tells whether this Frame looks for a GPU itself: who names an instruction set means the host.
func (f *Frame) searches() bool {
	return f.Compile == "" && f.word() == "" && f.values["isa"] == ""
}

// threads is how many host threads this rank uses: what the setting says, else its share of the CPUs.
func (f *Frame) threads() int {
	switch n := f.values.Int("threads"); {
	case n > 0:
		return n
	case f.place.neighbours != nil:
		return fairShare(f.place.cpus, f.place.neighbours)
	}
	return threadsFor(host.BoundCores(), host.OnlineCores(), f.place.local)
}

// checkTune refuses a name that no variant has: the first variant would run in its place.
func (f *Frame) checkTune() error {
	tune, known := f.values["tune"], properties.Variants()
	if tune == "" || tune == "on" || tune == "off" || slices.Contains(known, tune) {
		return nil
	}
	return status.Errorf(status.UnknownName, "DRAWBRIDGE_TUNE: variant '%s' is not known%s", tune, nearest.All(tune, "expected is on, off or one of", known))
}

func (f *Frame) gpuOptions(threads int) gpu.Options {
	o := gpu.Options{Driver: f.values["driver"], Toolkit: f.values["cuda"], HIPRTC: f.values["hiprtc"], Cache: gpu.CacheFolder(f.values["cache"], f.Environment), Threads: threads, Warn: f.warn}
	switch tune := f.values["tune"]; tune {
	case "", "on":
		o.Tune = f.place.unmeasured == ""
	case "off":
	default:
		o.Variant = tune
	}
	o.Debug, _ = gpu.ParseDebug(strings.ReplaceAll(f.values["debug"], " ", ""), f.warn)
	return o
}

// CacheFailure is why kernels that were compiled could not be kept; nil where they are, or none are kept.
func (f *Frame) CacheFailure() error {
	if failure := f.device.About().CacheFailure; failure != nil {
		return failure()
	}
	return nil
}

// Compiled tells what a Frame that only compiles has compiled, and what the cache had; who is "" for others.
func (f *Frame) Compiled() (compiled, found int, who string) {
	if f.compiler == nil {
		return 0, 0, ""
	}
	compiled, found = f.compiler.Counts()
	return compiled, found, f.compiler.About().Description
}
