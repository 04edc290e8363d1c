package frame

import (
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/device/cuda"
	"drawbridge/device/host"
	"drawbridge/device/memcheck"
	"drawbridge/status"
)

// openDevice follows the setting, else the id that initialize was given, else it takes the host: a
// GPU is used where it is asked for, until its device passes every test that the host passes, and
// is then never replaced silently.
func (f *Frame) openDevice(isa string, threads int) (device.Device, error) {
	word := f.values["device"]
	if word == "" && f.DeviceID >= 0 {
		word = "cuda:" + strconv.Itoa(f.DeviceID)
	}
	if strings.HasPrefix(word, "cuda") {
		d, err := f.openGPU(word, threads)
		if err != nil {
			return nil, status.Errorf(status.CodeOf(err), "initialize: device %s was asked for, but %v; set DRAWBRIDGE_DEVICE=host to run the same calls on the CPU", word, err)
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

// openGPU takes the GPU of a number, or the one of this rank's place on its node.
func (f *Frame) openGPU(word string, threads int) (device.Device, error) {
	count, err := cuda.Count(f.values["driver"])
	if err != nil {
		return nil, err
	}
	ordinal := f.place.local.rank % count
	if _, number, ok := strings.Cut(word, ":"); ok {
		ordinal, _ = strconv.Atoi(number) // settings let digits through only
	}
	d, err := cuda.Open(ordinal, f.cudaOptions(threads))
	if err != nil {
		return nil, err
	}
	return d, nil
}

func (f *Frame) cudaOptions(threads int) cuda.Options {
	o := cuda.Options{Driver: f.values["driver"], Toolkit: f.values["cuda"], Cache: cuda.CacheFolder(f.values["cache"], f.Environment), Threads: threads, Warn: f.warn}
	switch tune := f.values["tune"]; tune {
	case "", "on":
		o.Tune = true
	case "off":
	default:
		o.Layout = tune
	}
	o.Debug, _ = cuda.ParseDebug(strings.ReplaceAll(f.values["debug"], " ", ""), f.warn)
	return o
}
