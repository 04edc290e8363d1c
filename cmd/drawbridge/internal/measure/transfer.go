package measure

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"drawbridge/files"
	"drawbridge/report"
)

// Transfer is one path of bench_transfer: a plan from Fortran array to Fortran array.
type Transfer struct {
	Bench    string           `json:"bench"`
	Path     string           `json:"transport"`
	Species  int              `json:"species"`
	Block    int              `json:"block"` // points of the interior in each direction
	Halo     int              `json:"halo"`  // and of the halo
	MaxBlock int              `json:"max_block"`
	BytesIn  float64          `json:"bytes_in"`
	BytesOut float64          `json:"bytes_out"`
	MS       float64          `json:"ms"`       // of a run, median
	CoresMS  float64          `json:"cores_ms"` // the same rows packed and unpacked by all bound cores, no link; median
	Runs     int              `json:"runs"`     // that the report counts
	Device   string           `json:"device,omitempty"`
	Ceilings *report.Ceilings `json:"ceilings,omitempty"` // of the link, in the same process
	LinkMS   float64          `json:"link_ms,omitempty"`  // the busier direction alone, at its ceiling
	PackMS   float64          `json:"pack_ms,omitempty"`  // what the host threads packed and unpacked in a run
	Share    float64          `json:"share,omitempty"`    // of the yardstick
	Of       string           `json:"of,omitempty"`       // the yardstick: link or cores
	Goal     float64          `json:"goal,omitempty"`
}

// The shares that plans whose stripes overlap shall reach: a pinned one of the link, a packed one of what all cores can
// pack.
const (
	pinnedGoal = 0.88
	packedGoal = 0.80
)

// ParseTransfer reads a line, and the report of its path from a folder.
func ParseTransfer(line []byte, folder string) (Transfer, error) {
	var t Transfer
	if err := json.Unmarshal(line, &t); err != nil {
		return t, fmt.Errorf("%s: %w", line, err)
	}
	if t.Bench != "transfer" || t.Path == "" || !(t.MS > 0) {
		return t, fmt.Errorf("%s: no result of bench_transfer", line)
	}
	text, err := files.Read(filepath.Join(folder, t.Path+".json"), files.MostReport)
	if err != nil {
		return t, err
	}
	var r report.Report
	if err := json.Unmarshal(text, &r); err != nil {
		return t, fmt.Errorf("report of %s: %w", t.Path, err)
	}
	t.Device, t.Ceilings = r.Device, r.Limits
	t.judge(r)
	return t, nil
}

// judge holds a path against the link, a packed one against the cores. What its threads packed is told, not judged: it is
// of the same run.
func (t *Transfer) judge(r report.Report) {
	if t.Ceilings != nil && t.Ceilings.In > 0 && t.Ceilings.Out > 0 {
		t.LinkMS = 1e3 * max(t.BytesIn/t.Ceilings.In, t.BytesOut/t.Ceilings.Out)
		t.Share, t.Of = t.LinkMS/t.MS, "link"
	}
	for _, l := range r.Copies {
		t.PackMS += 1e3 * l.Packing / float64(max(t.Runs, 1))
	}
	switch t.Path {
	case "pinned":
		t.Goal = pinnedGoal
	case "packed", "packed_one_by_one":
		t.Share, t.Of = t.CoresMS/t.MS, "cores"
	}
	if t.Path == "packed" && t.Ceilings != nil {
		t.Goal = packedGoal
	}
}

// Rate is what the busier direction moves, in bytes per second.
func (t Transfer) Rate() float64 { return max(t.BytesIn, t.BytesOut) / (1e-3 * t.MS) }

// Met says whether the goal is reached; also where there is none.
func (t Transfer) Met() bool { return t.Share >= t.Goal }
