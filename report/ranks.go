package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Place is where one rank works.
type Place struct {
	Rank    int    `json:"rank"` // of the communicator that initialize was given
	Host    string `json:"host"`
	Local   int    `json:"local"`          // place among the ranks of its host
	Device  string `json:"device"`         // "host avx512", "cuda:1 NVIDIA H200"
	Unit    string `json:"unit,omitempty"` // what makes a GPU the same for two ranks; "" for host cores
	CPUs    []int  `json:"cpus"`           // CPUs it is bound to
	Threads int    `json:"threads"`
}

// Spread is how the seconds of a line lie over the ranks.
type Spread struct {
	Min     float64 `json:"min"`
	Mean    float64 `json:"mean"`
	Max     float64 `json:"max"`
	Slowest int     `json:"slowest"` // rank of Max
}

// At says where this rank works.
func (r *Report) At(place Place) { r.Ranks = []Place{place} }

// Parse reads what JSON wrote. The text may be anybody's: a line that is null is refused.
func Parse(text []byte) (*Report, error) {
	r := New("")
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	for i, l := range append(slices.Clone(r.Kernels), r.Copies...) {
		if l == nil {
			return nil, fmt.Errorf("line %d of the kernels and copies is null, expected an object with a name", i+1)
		}
	}
	for _, f := range r.Flags {
		r.flags[f.Name] = f.Points
	}
	return r, nil
}

// Merge makes one account of those of all ranks: counts, bytes and seconds of a line are sums, and
// its Spread is over the ranks; a rank without the line counts with no seconds.
func Merge(all []*Report) *Report {
	if len(all) == 1 {
		return all[0]
	}
	m := New("")
	for _, r := range all {
		m.Ranks = append(m.Ranks, r.Ranks...)
		for _, f := range r.Flags {
			m.flags[f.Name] += f.Points
		}
		for _, f := range r.Failures {
			m.Fail(f.Collection, f.Flag, f.Points)
		}
	}
	m.Device = fmt.Sprintf("%s, sums over %d ranks", devices(m.Ranks), len(all))
	m.Kernels = mergeLines(all, func(r *Report) []*Line { return r.Kernels })
	m.Copies = mergeLines(all, func(r *Report) []*Line { return r.Copies })
	m.Notes = mergeNotes(all)
	m.Shared = shared(m.Ranks)
	m.settle()
	return m
}

// devices names each device of the ranks once.
func devices(ranks []Place) string {
	var names []string
	for _, p := range ranks {
		if !slices.Contains(names, p.Device) {
			names = append(names, p.Device)
		}
	}
	return strings.Join(names, ", ")
}

func mergeLines(all []*Report, of func(*Report) []*Line) []*Line {
	merged := []*Line{}
	byName := map[string]*Line{}
	for rank, r := range all {
		for _, l := range of(r) {
			m := byName[l.Name]
			if m == nil {
				m = &Line{Name: l.Name, Ranks: &Spread{Max: -1}}
				byName[l.Name] = m
				merged = append(merged, m)
			}
			m.Packing, m.Skipped, m.Ceiling = m.Packing+l.Packing, m.Skipped+l.Skipped, max(m.Ceiling, l.Ceiling)
			m.Calls, m.Points, m.Bytes, m.Seconds = m.Calls+l.Calls, m.Points+l.Points, m.Bytes+l.Bytes, m.Seconds+l.Seconds
			if l.Seconds > m.Ranks.Max {
				m.Ranks.Max, m.Ranks.Slowest = l.Seconds, rank
			}
		}
	}
	for _, m := range merged {
		m.Ranks.Min, m.Ranks.Mean = m.least(all, of), m.Seconds/float64(len(all))
	}
	return merged
}

// least is the fewest seconds that a rank spent in a line, none where one never had it.
func (l *Line) least(all []*Report, of func(*Report) []*Line) float64 {
	least := math.Inf(1)
	for _, r := range all {
		seconds := 0.0
		if i := slices.IndexFunc(of(r), func(x *Line) bool { return x.Name == l.Name }); i >= 0 {
			seconds = of(r)[i].Seconds
		}
		least = min(least, seconds)
	}
	return least
}

// mergeNotes says once what every rank says, and names the ranks otherwise.
func mergeNotes(all []*Report) []string {
	var texts []string
	who := map[string][]int{}
	for rank, r := range all {
		for _, note := range r.Notes {
			if who[note] == nil {
				texts = append(texts, note)
			}
			if !slices.Contains(who[note], rank) {
				who[note] = append(who[note], rank)
			}
		}
	}
	for i, text := range texts {
		if ranks := who[text]; len(ranks) < len(all) {
			texts[i] = "rank " + Ranges(ranks) + ": " + text
		}
	}
	return texts
}

// shared says which ranks share a GPU, and where ranks of a host have more threads than CPUs.
func shared(places []Place) []string {
	var lines []string
	onGPU, onHost := map[string][]int{}, map[string][]Place{}
	for _, p := range places {
		if p.Unit != "" {
			onGPU[p.Host+" "+p.Unit] = append(onGPU[p.Host+" "+p.Unit], p.Rank)
		}
		onHost[p.Host] = append(onHost[p.Host], p)
	}
	for unit, ranks := range onGPU {
		if len(ranks) > 1 {
			lines = append(lines, fmt.Sprintf("%d ranks share %s: %s", len(ranks), unit, Ranges(ranks)))
		}
	}
	for host, list := range onHost {
		if line := crowded(host, list); line != "" {
			lines = append(lines, line)
		}
	}
	sort.Strings(lines)
	return lines
}

// crowded counts the ranks of a host that are bound to a CPU which another rank is bound to as well.
func crowded(host string, places []Place) string {
	users := map[int]int{}
	for _, p := range places {
		for _, cpu := range p.CPUs {
			users[cpu]++
		}
	}
	var ranks, cpus []int
	threads, all := 0, map[int]bool{}
	for _, p := range places {
		if !slices.ContainsFunc(p.CPUs, func(cpu int) bool { return users[cpu] > 1 }) {
			continue
		}
		ranks, threads = append(ranks, p.Rank), threads+p.Threads
		for _, cpu := range p.CPUs {
			all[cpu] = true
		}
	}
	for cpu := range all {
		cpus = append(cpus, cpu)
	}
	sort.Ints(cpus)
	if len(ranks) == 0 {
		return ""
	}
	line := fmt.Sprintf("%d ranks share %d CPUs of %s (%s) with %d threads", len(ranks), len(cpus), host, Ranges(cpus), threads)
	if threads > len(cpus) {
		line += ": more threads than CPUs"
	}
	return line
}

// Ranges prints 0 1 2 5 as 0-2,5.
func Ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		part := fmt.Sprint(list[i])
		if k > i {
			part += fmt.Sprintf("-%d", list[k])
		}
		parts = append(parts, part)
		i = k + 1
	}
	return strings.Join(parts, ",")
}

// textOfRanks is the map of the ranks and who shares what.
func (r *Report) textOfRanks(b *strings.Builder) {
	if len(r.Ranks) < 2 {
		return
	}
	b.WriteString(Map(r.Ranks))
	for _, line := range r.Shared {
		fmt.Fprintln(b, line)
	}
}

// Map is the table rank -> host -> CPUs and device.
func Map(places []Place) string {
	var b strings.Builder
	wide := len("host")
	for _, p := range places {
		wide = max(wide, len(p.Host))
	}
	fmt.Fprintf(&b, "%6s  %-*s %6s %8s  %-16s %s\n", "rank", wide, "host", "local", "threads", "CPUs", "device")
	for _, p := range places {
		fmt.Fprintf(&b, "%6d  %-*s %6d %8d  %-16s %s\n", p.Rank, wide, p.Host, p.Local, p.Threads, Ranges(p.CPUs), p.Device)
	}
	return b.String()
}

// textOfSpread is a table of min, mean and max over the ranks.
func textOfSpread(b *strings.Builder, title string, lines []*Line) {
	if lines = happened(lines); len(lines) == 0 || lines[0].Ranks == nil {
		return
	}
	fmt.Fprintf(b, "%-32s %12s %12s %12s %9s\n", title, "min ms", "mean ms", "max ms", "slowest")
	for _, l := range lines {
		fmt.Fprintf(b, "%-32s %12.3f %12.3f %12.3f %9s\n", l.Name, 1e3*l.Ranks.Min, 1e3*l.Ranks.Mean, 1e3*l.Ranks.Max, fmt.Sprintf("rank %d", l.Ranks.Slowest))
	}
}
