package main

import (
	"fmt"
	"os"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
)

// overlaps tells whether the runs computed while halos travelled.
func overlaps() bool { return os.Getenv("DRAWBRIDGE_OVERLAP") == "always" }

// fitted is the link that the exchanges show.
func (f *scalingFlags) fitted(runs []measure.Domains) (measure.Link, bool) {
	small, large, found := f.ends(runs, "auto")
	link, err := measure.Fit(small, large)
	return link, found && err == nil
}

// modelOf is the ms of a step as the model says, of the step on one box alone and what the link needs for its bytes.
func (f *scalingFlags) modelOf(d measure.Domains, link measure.Link) float64 {
	return measure.Step(d.Second, link.Exchange(float64(d.Bytes)), 0, overlaps())
}

// ends are the exchanges of fewest and most bytes by a transport.
func (f *scalingFlags) ends(runs []measure.Domains, transport string) (small, large measure.Domains, found bool) {
	for _, d := range runs {
		if d.Case != "exchange" || d.Transport != transport || d.Bytes == 0 {
			continue
		}
		if !found || d.Bytes < small.Bytes {
			small = d
		}
		if !found || d.Bytes > large.Bytes {
			large = d
		}
		found = true
	}
	return small, large, found
}

// predict prints what the model says beside what was measured here, and of many nodes: with the link that was measured here, and with a network
// that the user gives.
func (f *scalingFlags) predict(c *console.Console, runs []measure.Domains, link measure.Link, linked bool) {
	one, found := waveOf(runs, 1, 1)
	if !found {
		return
	}
	c.Printf("model: step of one rank %.4f ms (measured), and six faces of four layers over the link", one.First)
	if linked {
		c.Printf("link here: %.1f us and %.1f GB/s of a rank (measured)", 1e3*link.LatencyMs, 1e-9*link.Rate)
	}
	c.Printf("network: %g us and %g GB/s of a rank (assumed: --latency, --link)", f.latency, f.link)
	t := c.Table(2, "ranks", "link", "weak, ms a step", "model", "efficiency by it", "strong, ms a step", "model", "efficiency by it")
	for ranks := 2; linked && ranks <= f.ranks; ranks *= 2 {
		weak, there := waveOf(runs, ranks, 1)
		strong, also := waveOf(runs, ranks, 0)
		if there && also {
			predictionRow(t, "here", measure.Prediction{Ranks: ranks, Weak: f.modelOf(weak, link), Strong: f.modelOf(strong, link)}, one.First, stepMs(weak.First), stepMs(strong.First))
		}
	}
	for ranks := 8; ; ranks *= 8 {
		n := min(ranks, f.nodes)
		if linked {
			predictionRow(t, "here", measure.Predict(n, f.n, 4, one.First, link, overlaps()), one.First, "-", "-")
		}
		predictionRow(t, "network", measure.Predict(n, f.n, 4, one.First, measure.Link{LatencyMs: 1e-3 * f.latency, Rate: 1e9 * f.link}, overlaps()), one.First, "-", "-")
		if ranks >= f.nodes {
			break
		}
	}
	t.Render()
	c.Printf("weak: %d^3 points for each rank. strong: %d^3 in all, and a smaller box loses nothing but its exchange. The model has no late rank, and nothing else grows with the ranks", f.n, f.n)
}

// waveOf is the step that was measured on so many ranks by the transport that Drawbridge chooses.
func waveOf(runs []measure.Domains, ranks, weak int) (measure.Domains, bool) {
	return find(runs, func(d measure.Domains) bool {
		return d.Case == "wave" && d.Weak == weak && d.Ranks == ranks && (d.Transport == "auto" || ranks == 1)
	})
}

func stepMs(ms float64) string { return fmt.Sprintf("%.4f", ms) }

func predictionRow(t *console.Table, link string, p measure.Prediction, one float64, weakMeasured, strongMeasured string) {
	weak, strong := p.EfficiencyOf(one)
	t.Row(fmt.Sprint(p.Ranks), link, weakMeasured, stepMs(p.Weak), fmt.Sprintf("%.1f %%", 100*weak), strongMeasured, stepMs(p.Strong), fmt.Sprintf("%.1f %%", 100*strong))
}
