package frame

import (
	"fmt"
	"strings"

	"drawbridge/device/gpu"
	"drawbridge/mpi"
	"drawbridge/properties"
	"drawbridge/status"
)

// fate is what became of a rank's search for a device that nobody asked for; all empty where one was asked for.
type fate struct {
	Found  bool   // it has a GPU that works
	Lost   string // why it has none
	Absent bool   // since there is none, which is nothing to complain of
}

// openFound takes the GPU of this rank's place if there is one, a kernel runs on it, and all that a Frame needs at
// first finds room; else it leaves nothing open.
func (f *Frame) openFound(data *properties.Mixture) error {
	threads := f.threads()
	isa, err := properties.ISA("")
	if err != nil {
		return err
	}
	d, err := gpu.Open(gpu.Any, f.place.local.rank, f.gpuOptions(threads))
	if err != nil {
		f.fate.Absent = gpu.Absent(gpu.Any)
		return err
	}
	f.device = d
	if err = properties.Trial(d); err == nil {
		if err = f.furnish(isa, threads, data); err == nil {
			err = f.roomy(d, data)
		}
	}
	if err != nil {
		f.close()
		d.About().Forget()
		return err
	}
	if untried := d.About().Untried; untried != "" {
		f.warn(untried)
	}
	f.fate.Found = true
	return nil
}

// roomy refuses a GPU whose memory is taken by others: a plan of all properties whose species data are there must find
// room for its views, as many times as stripes overlap.
func (f *Frame) roomy(d *gpu.Device, data *properties.Mixture) error {
	collection := "preosthermalproperties"
	if data != nil && data.Chung != nil {
		collection = "eosthermalandviscousproperties"
	}
	call, err := f.properties.Call(collection)
	if err != nil || f.Species == 0 {
		return err
	}
	queues, err := f.stripeQueues(call)
	if err != nil {
		return err
	}
	stripes := max(1, len(queues))
	width := int64(0)
	for _, name := range append(call.Inputs(), call.Outputs()...) {
		v, err := f.store.Find(name)
		if err != nil {
			return err
		}
		width += int64(v.Width)
	}
	free, err := d.FreeMemory()
	if need := 8 * width * int64(f.MaxBlock) * int64(stripes); err == nil && free < need {
		err = status.Errorf(status.OutOfMemory, "%s has %s free, views of max_block = %d points need %s (%s, %d stripes at a time)",
			d.About().Name, status.GB(float64(free)), f.MaxBlock, status.GB(float64(need)), collection, stripes)
	}
	return err
}

// agreeOnDevice makes the ranks that nobody gave a device to compute on the same kind, all on GPUs or all on hosts: a
// rank that is left behind would make the others wait, and give other last bits. Collective; failed ranks come too.
func agreeOnDevice(ranks mpi.Ranks, f *Frame, failed error) error {
	var mine fate
	if failed == nil {
		mine = f.fate
	}
	all, err := mpi.ShareValue(ranks, "initialize", mine)
	if failed != nil || err != nil {
		return first(failed, err)
	}
	f.fates = all
	found, lost, _ := sides(all)
	if f.fate.Found && len(lost) > 0 {
		return f.toHost(fmt.Sprintf("%d ranks would take a GPU, %d cannot", len(found), len(lost)))
	}
	return nil
}

func first(failures ...error) error {
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}

// sides are the ranks that found a GPU, those that did not, and the first reason that is worth a word.
func sides(all []fate) (found, lost []int, why string) {
	for i, x := range all {
		switch {
		case x.Found:
			found = append(found, i)
		case x.Lost != "":
			lost = append(lost, i)
			if why == "" && !x.Absent {
				why = fmt.Sprintf("rank %d: %s", i, x.Lost)
			}
		}
	}
	if why == "" && len(found) > 0 && len(lost) > 0 {
		why = fmt.Sprintf("rank %d: %s", lost[0], all[lost[0]].Lost)
	}
	return found, lost, why
}

// toHost opens the Frame anew on the host, and gives its GPU up.
func (f *Frame) toHost(why string) error {
	if f.device != nil {
		forget := f.device.About().Forget
		f.close()
		if forget != nil {
			forget()
		}
	}
	f.fate = fate{Lost: why}
	data, err := f.mixture()
	if err != nil {
		return err
	}
	return f.openNamed(data)
}

// settle says, once all ranks agree, which device was taken where nobody asked for one, and why, and why variants are not
// measured.
func (f *Frame) settle() {
	if f.fates == nil {
		f.fates = []fate{f.fate}
	}
	found, lost, why := sides(f.fates)
	alone, wayOut := f.ranks == nil, " (set DRAWBRIDGE_DEVICE=host or gpu to choose)"
	switch {
	case f.fate.Found:
		chosen := "device " + f.device.About().Name + ": no device is set, and this GPU works (DRAWBRIDGE_DEVICE=host selects the CPU)"
		f.report.Note("%s", chosen)
		if f.place.rank == 0 {
			inform(f.values["log"], chosen)
		}
	case len(found) > 0 && f.fate.Lost != "":
		text := fmt.Sprintf("all ranks run on the CPU, because %d of %d ranks (%s) have no usable GPU: %s", len(lost), len(f.fates), listed(lost), why)
		f.report.Note("device host: %s", text)
		f.speak(text+wayOut, f.place.rank == 0)
	case f.fate.Lost != "":
		f.report.Note("running on the CPU: %s. Set DRAWBRIDGE_DEVICE=host to choose this", strings.TrimPrefix(f.fate.Lost, "no GPU: "))
		if alone && !f.fate.Absent {
			f.speak(fmt.Sprintf("the GPU of rank %d is not used, running on the CPU: %s%s", f.place.rank, f.fate.Lost, wayOut), true)
		} else if why != "" {
			f.speak("no GPU is used, running on the CPU: "+why+wayOut, f.place.rank == 0)
		}
	case f.values["device"] == "" && f.DeviceID < 0 && f.values["isa"] != "":
		f.report.Note("running on the CPU: DRAWBRIDGE_ISA selects it")
	}
	if f.device.About().Compiles && f.place.unmeasured != "" {
		f.report.Note("%s", f.place.unmeasured)
		f.warn(f.place.unmeasured)
	}
}

// listed writes rank numbers, at most ten of them.
func listed(ranks []int) string {
	const most = 10
	var words []string
	for _, r := range ranks[:min(most, len(ranks))] {
		words = append(words, fmt.Sprint(r))
	}
	if len(ranks) > most {
		words = append(words, "...")
	}
	return strings.Join(words, ", ")
}
