package properties

import (
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// countBy has flags counted by a device, so that nobody waits for a launch: Start takes the place of Run.
func (b *OnFields) countBy(d device.FieldDevice) (err error) {
	b.counting = d
	b.counter, err = d.AllocateField("flag counts of "+b.Collection, 8*device.FlagWords)
	return err
}

// counts is the device where it counts flags before a launch answers; nil where it does not, or a field of the caller takes the flag words.
func (b *OnFields) counts() device.FlagCounter {
	if b.own != nil || b.writes["flag"] != nil {
		return nil
	}
	return b.properties.device.About().Counts
}

// runCounted is Run where the device counts the flags and keeps none.
func (b *OnFields) runCounted(by device.FlagCounter) (Launch, error) {
	launch, program, err := b.prepare(b.slots(), b.region())
	if err != nil {
		return launch, err
	}
	launch.counted = new(device.FlagCounts)
	err = by.LaunchCounted(program, b.arrays, b.block(), launch.region, launch.counted)
	launch.Flagged = launch.counted.Flagged()
	return launch, err
}

// Ready refuses what options and species data do not allow now, and answers their epoch: a launch that was kept is of no use in another.
func (b *OnFields) Ready() (epoch int, err error) {
	if err := b.ready(); err != nil {
		return 0, status.Wrap(err, "properties %s: %v", b.Collection, err)
	}
	return b.properties.epoch, nil
}

// Start launches the collection on every interior point, in a stream, and does not wait.
func (b *OnFields) Start(stream device.Stream) error {
	launch, program, err := b.prepare(b.slots(), b.region())
	if err != nil {
		return err
	}
	return stream.LaunchCounting(program, b.arrays, b.block(), launch.region, b.counter)
}

// Counted is the sum of all launches since it was asked last, which are done. turns says how many they were.
func (b *OnFields) Counted(turns int) (Launch, error) {
	counts := new(device.FlagCounts)
	launch := Launch{Kernel: b.collection.Kernel, Points: turns * int(b.Points()), region: b.region(), counted: counts, summed: true}
	if err := b.move(b.counting.CopyOut, counts); err != nil || counts.Flagged() == 0 {
		return launch, err
	}
	launch.Flagged = counts.Flagged()
	return launch, b.move(b.counting.CopyIn, new(device.FlagCounts))
}

// move copies the words of the counter.
func (b *OnFields) move(copy func(device.Memory, []device.Box) error, words *device.FlagCounts) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(words)
	return copy(b.counter, []device.Box{device.Row(8, len(words), uintptr(unsafe.Pointer(words)))})
}

// Close gives back what the launches need on the device.
func (b *OnFields) Close() {
	b.own.close(b.properties.device)
	if b.counter != nil {
		b.counting.Release(b.counter)
		b.counter = nil
	}
}
