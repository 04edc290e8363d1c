package measure

import (
	"encoding/json"
	"fmt"
)

// Scaling is one line of bench_ranks bench=scaling.
type Scaling struct {
	Bench      string  `json:"bench"`
	Ranks      int     `json:"ranks"`
	Threads    int     `json:"threads"` // of each rank
	Species    int     `json:"species"`
	Points     int64   `json:"points"` // of all ranks
	Seconds    float64 `json:"seconds"`
	Rate       float64 `json:"points_per_second"` // formed here
	Efficiency float64 `json:"efficiency"`        // rate over cores times the rate of one core; formed by Efficiencies
}

// Snapshot is one line of bench_ranks bench=snapshot.
type Snapshot struct {
	Bench     string  `json:"bench"`
	Ranks     int     `json:"ranks"`
	Bytes     int64   `json:"bytes"`
	Seconds   float64 `json:"seconds"`
	DDSeconds float64 `json:"dd_seconds"` // dd writing as many bytes
	Ratio     float64 `json:"ratio"`      // rate over dd's, formed here
	Goal      float64 `json:"goal,omitempty"`
}

// snapshotGoal is what the writing of 2 ranks shall reach of dd's rate.
const snapshotGoal = 0.6

// ParseScaling reads a line of the run that was asked for.
func ParseScaling(line []byte, ranks, threads int) (Scaling, error) {
	var s Scaling
	if err := json.Unmarshal(line, &s); err != nil {
		return s, fmt.Errorf("%s: %w", line, err)
	}
	if s.Bench != "scaling" || !(s.Seconds > 0) || s.Points < 1 {
		return s, fmt.Errorf("%s: no result of bench_ranks", line)
	}
	if s.Ranks != ranks || s.Threads != threads {
		return s, fmt.Errorf("%d ranks of %d threads were started, and %d of %d came: the mpirun is of another MPI than the program; name the right one with --mpirun", ranks, threads, s.Ranks, s.Threads)
	}
	s.Rate = float64(s.Points) / s.Seconds
	return s, nil
}

// Efficiencies compares each run with the one of a single core, which is the first.
func Efficiencies(runs []Scaling) error {
	if len(runs) == 0 || runs[0].Ranks != 1 || runs[0].Threads != 1 {
		return fmt.Errorf("the first run is not of one core")
	}
	for i := range runs {
		runs[i].Efficiency = runs[i].Rate / (runs[0].Rate * float64(runs[i].Ranks*runs[i].Threads))
	}
	return nil
}

// ParseSnapshot reads a line of the run that was asked for and forms the ratio.
func ParseSnapshot(line []byte, ranks int) (Snapshot, error) {
	var s Snapshot
	if err := json.Unmarshal(line, &s); err != nil {
		return s, fmt.Errorf("%s: %w", line, err)
	}
	if s.Bench != "snapshot" || !(s.Seconds > 0) || !(s.DDSeconds > 0) {
		return s, fmt.Errorf("%s: no result of bench_ranks", line)
	}
	if s.Ranks != ranks {
		return s, fmt.Errorf("%d ranks were started, and %d came: the mpirun is of another MPI than the program; name the right one with --mpirun", ranks, s.Ranks)
	}
	s.Ratio = s.DDSeconds / s.Seconds
	if ranks == 2 {
		s.Goal = snapshotGoal
	}
	return s, nil
}

// Met says whether the goal is reached; also where there is none.
func (s Snapshot) Met() bool { return s.Ratio >= s.Goal }
