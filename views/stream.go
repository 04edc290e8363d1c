package views

import (
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// Stream hands one component of a device copy's interior (from 0) to emit, slab by slab, in the numbering of
// the interior: x fastest, then y, then z; first counts points from 0. A slab has at most so many points
// and is the callee's until emit returns; the next ones are on their way meanwhile.
func (r *DeviceCopy) Stream(component, points int, emit func(first int, values []float64) error) error {
	if component < 0 || component >= r.Array.Width || points < 1 {
		return status.Errorf(status.Argument, "stream of a device copy: component %d of %d, %d points a slab", component, r.Array.Width, points)
	}
	queues, err := queuesOf(r.device)
	if err != nil {
		return err
	}
	s := &slabs{r: r, component: component, points: points, queues: queues, buffers: make([][]float64, len(queues))}
	defer s.close()
	return s.run(emit)
}

// slabs are pieces of a component on their way to the host, one per queue.
type slabs struct {
	r                 *DeviceCopy
	component, points int
	queues            []device.Queue
	buffers           [][]float64
	pin               runtime.Pinner
}

func (s *slabs) run(emit func(first int, values []float64) error) error {
	total, ahead := s.r.Array.Points(), len(s.queues)-1
	count := (total + s.points - 1) / s.points
	for k := -ahead; k < count; k++ {
		if k+ahead < count {
			if err := s.start(k + ahead); err != nil {
				return err
			}
		}
		if k < 0 {
			continue
		}
		if _, err := s.queues[k%len(s.queues)].Finish(); err != nil {
			return err
		}
		if err := emit(k*s.points, s.buffer(k)); err != nil {
			return err
		}
	}
	return nil
}

func (s *slabs) start(k int) error {
	values, point := s.buffer(k), s.r.array.Point
	s.pin.Pin(unsafe.SliceData(values))
	box := device.Box{Bytes: 8, Extent: [4]int{len(values), 1, 1, 1}, Host: uintptr(unsafe.Pointer(unsafe.SliceData(values))), HostStride: [4]int{1, 1, 1, 1},
		Offset: k*s.points*point + s.component*s.r.array.Component, Stride: [4]int{point, point, point, 1}}
	queue := s.queues[k%len(s.queues)]
	if err := queue.CopyOut(s.r.memory, []device.Box{box}); err != nil {
		return err
	}
	return queue.Start()
}

// buffer is where slab k lands.
func (s *slabs) buffer(k int) []float64 {
	at, total := k%len(s.queues), s.r.Array.Points()
	if s.buffers[at] == nil {
		s.buffers[at] = make([]float64, min(s.points, total))
	}
	return s.buffers[at][:min(s.points, total-k*s.points)]
}

// close lets nothing fly that would land in memory of the past.
func (s *slabs) close() {
	for _, queue := range s.queues {
		queue.Finish()
	}
	if o := s.r.device.About().Overlapping; o != nil {
		o.Rest()
	}
	s.pin.Unpin()
}

// queuesOf gives the queues of a device, or one that does its work at once.
func queuesOf(d device.Device) ([]device.Queue, error) {
	if o := d.About().Overlapping; o != nil {
		return o.Queues()
	}
	return []device.Queue{atOnce{d}}, nil
}

// atOnce is a queue that is always finished.
type atOnce struct{ device.Device }

func (atOnce) Start() error { return nil }

func (atOnce) Finish() ([]device.Done, error) { return nil, nil }
