package frame

import (
	"time"

	"drawbridge/snapshot"
	"drawbridge/views"
)

// newer finds the device copy that holds newer values of exactly this interior than the host.
func (f *Frame) newer(a views.HostArray) *views.DeviceCopy {
	for _, r := range f.copies {
		if r.OnDevice && r.Stale && a.Width == 1 && a.SameArray(r.Array) && shares(a, r.Array) && a.Interior == r.Array.Interior {
			return r
		}
	}
	return nil
}

// streamOut writes one component of a device copy to a snapshot. The host array stays as old as it was.
func (f *Frame) streamOut(w *snapshot.Writer, name, unit string, a views.HostArray, r *views.DeviceCopy) error {
	begin := time.Now()
	err := w.Stream(name, unit, a, func(points int, put func(first int, values []float64) error) error {
		return r.Stream(a.Var-r.Array.Var, points, put)
	})
	if err == nil {
		f.report.Copy("snapshot "+name, 8*int64(a.Points()), time.Since(begin).Seconds())
	}
	return err
}
