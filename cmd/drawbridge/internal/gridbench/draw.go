package gridbench

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"drawbridge/status"
)

// Draw makes a bar of each variant's share of the copy.
func Draw(r Report, path string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%d points x %d species, %s", r.Points, r.Species, r.Device)
	p.X.Label.Text = fmt.Sprintf("%% of the copy within the device (%.0f GB/s)", r.CopyGBs)
	p.X.Min, p.X.Max = 0, 100
	var shares plotter.Values
	var names []string
	for i := len(r.Results) - 1; i >= 0; i-- { // the first on top
		shares = append(shares, 100*r.Results[i].Share)
		names = append(names, fmt.Sprintf("%s  %.2f ms", r.Results[i].Variant, r.Results[i].Ms))
	}
	bars, err := plotter.NewBarChart(shares, vg.Points(14))
	if err != nil {
		return status.Errorf(status.Internal, "picture %s: %v", path, err)
	}
	bars.Horizontal = true
	p.Add(plotter.NewGrid(), bars)
	p.NominalY(names...)
	if err := p.Save(18*vg.Centimeter, 12*vg.Centimeter, path); err != nil {
		return status.Errorf(status.File, "picture: %v", err)
	}
	return nil
}
