package frame

import (
	"encoding/json"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"drawbridge/mpi"
	"drawbridge/report"
	"drawbridge/settings"
	"drawbridge/status"
)

// place is where this process stands among the others.
type place struct {
	rank       int // of the communicator that initialize was given; without one the node-local rank
	local      local
	cpus       []int   // CPUs this process is bound to
	neighbours [][]int // CPU sets of the ranks of this node, this one included; nil where nobody knows
	unmeasured string  // why the ranks cannot agree on measured variants; "": they can
}

// adopt takes the communicator that initialize was given: no error of this rank may keep it from
// here, for the other ranks wait. Without one there are no ranks, and nothing collective is done.
func adopt(c Config) (mpi.Ranks, place, error) {
	p := place{local: placeOf(c.Environment), cpus: boundCPUs()}
	p.rank = p.local.rank
	if c.Comm == nil {
		return nil, p, nil
	}
	ranks, err := mpi.Adopt(*c.Comm, patience(c))
	if err != nil {
		return nil, p, status.Wrap(err, "initialize: %v", err)
	}
	p.rank = ranks.Rank()
	p.local.rank, p.local.size = ranks.Node()
	if p.neighbours, err = shareCPUs(ranks, p.cpus); err != nil {
		return nil, p, status.Wrap(err, "initialize: %v", err)
	}
	if ownsCore(p.cpus, p.neighbours) {
		ranks.Spin()
	}
	if p.unmeasured, err = agreeOnVariants(c, ranks); err != nil {
		return nil, p, status.Wrap(err, "initialize: %v", err)
	}
	return ranks, p, nil
}

// patience is how long this rank waits for the others; of settings that are wrong it takes the
// default, since the error is told later to all ranks.
func patience(c Config) time.Duration {
	values, _, err := settings.Resolve(nil, map[string]string{"DRAWBRIDGE_PATIENCE": c.Environment["DRAWBRIDGE_PATIENCE"]})
	if err != nil {
		values, _, _ = settings.Resolve(nil, nil)
	}
	return time.Duration(values.Int("patience")) * time.Second
}

func shareCPUs(ranks mpi.Ranks, mine []int) ([][]int, error) {
	text, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	records, err := ranks.ShareNode("initialize", text)
	if err != nil {
		return nil, err
	}
	sets := make([][]int, len(records))
	for i, r := range records {
		if err := json.Unmarshal(r, &sets[i]); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// countSharers counts the ranks of this node on this rank's GPU, under whatever numbers they see it. Collective.
func (f *Frame) countSharers(ranks mpi.Ranks) error {
	mine := f.device.About().Unit
	units, err := ranks.ShareNode("initialize", []byte(mine))
	if err != nil {
		return status.Wrap(err, "initialize: %v", err)
	}
	f.sharers = 0
	for _, unit := range units {
		if mine != "" && string(unit) == mine {
			f.sharers++
		}
	}
	return nil
}

// boundCPUs are the CPUs that the calling thread may run on.
func boundCPUs() []int {
	cpus := []int{}
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return cpus
	}
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

// fairShare is the default number of host threads among ranks whose CPU sets are known.
func fairShare(mine []int, neighbours [][]int) int {
	return max(1, int(coresFor(mine, neighbours)))
}

// ownsCore tells whether the CPUs that this rank may use, not those of the node, are enough for a core of its own.
func ownsCore(mine []int, neighbours [][]int) bool { return coresFor(mine, neighbours) >= 1 }

// coresFor is how many CPUs a rank has: each CPU is divided among the ranks that are bound to it.
func coresFor(mine []int, neighbours [][]int) float64 {
	share := 0.0
	for _, cpu := range mine {
		users := 0
		for _, set := range neighbours {
			if slices.Contains(set, cpu) {
				users++
			}
		}
		share += 1 / float64(max(users, 1))
	}
	return share + 1e-9
}

// here is this rank's line of the map rank -> host -> device -> CPUs.
func (f *Frame) here(threads int) report.Place {
	p := report.Place{Rank: f.place.rank, Local: f.place.local.rank, Device: f.device.About().Description, Unit: f.device.About().Unit, CPUs: f.place.cpus, Threads: threads}
	p.Host, _ = os.Hostname()
	return p
}

// gather makes the report of all ranks on rank 0, nil on the others. Collective; where the others
// cannot be reached, each rank has its own report, which says why.
func (f *Frame) gather(call string) *report.Report {
	if f.ranks == nil {
		return f.report
	}
	merged, err := f.merge(call)
	if err != nil {
		f.report.Note("this report is of rank %d of %d alone: %v", f.ranks.Rank(), f.ranks.Size(), err)
		return f.report
	}
	return merged
}

func (f *Frame) merge(call string) (*report.Report, error) {
	text, err := f.report.JSON()
	if err != nil {
		return nil, err
	}
	records, err := f.ranks.Gather(call, text)
	if err != nil || records == nil {
		return nil, err
	}
	all := make([]*report.Report, len(records))
	for i, record := range records {
		if all[i], err = report.Parse(record); err != nil {
			return nil, err
		}
	}
	return report.Merge(all), nil
}

// leave gives the communicator back.
func (f *Frame) leave() error {
	if f.ranks == nil {
		return nil
	}
	if err := f.ranks.Close(); err != nil {
		return status.Wrap(err, "finalize: %v; call finalize on every rank, before MPI_Finalize", err)
	}
	return nil
}
