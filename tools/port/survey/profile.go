package survey

import (
	"fmt"
	"strconv"
	"strings"

	"drawbridge/files"
)

// largestProfile is the size of the largest profile that is read, in bytes.
const largestProfile = 64 << 20

// Profile reads the flat profile of gprof, or the text of perf report: lines that begin with a percentage and end with a
// name. It answers the percent of the run time by name.
func Profile(path string) (map[string]float64, error) {
	text, err := files.Read(path, largestProfile)
	if err != nil {
		return nil, err
	}
	times := map[string]float64{}
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) < 2 {
			if len(times) > 0 && len(words) == 0 && strings.HasPrefix(strings.TrimSpace(string(text)), "Flat profile") {
				break // the call graph of gprof begins behind the flat profile
			}
			continue
		}
		share, err := strconv.ParseFloat(strings.TrimSuffix(words[0], "%"), 64)
		name := words[len(words)-1]
		if err != nil || !(share >= 0 && share <= 100) || name[0] >= '0' && name[0] <= '9' {
			continue
		}
		times[name] += share
	}
	if len(times) == 0 {
		return nil, fmt.Errorf("%s has no line with a percentage and a name, expected the text of `gprof -b -p` or `perf report --stdio`", path)
	}
	return times, nil
}
