//go:build hdf5

package main

import (
	"math"
	"path/filepath"
	"regexp"
	"testing"
)

// The tolerance of the hint, given to the command as it is printed, passes; the last line is still the verdict.
func TestHintOnTheTerminal(t *testing.T) {
	a, b := saveValues(t, 1, 2, 3), saveValues(t, 1, math.Nextafter(2, 1), 3*(1+4e-14))
	rtol := regexp.MustCompile(`(?m)^hint: round-off is likely: .* --rtol (\S+) would pass\nDIFFERENT: .*\n$`)
	for _, names := range [][2]string{{a, b}, {filepath.Dir(a), filepath.Dir(b)}} {
		found := rtol.FindStringSubmatch(expect(t, 1, "hint: round-off is likely", "", "compare", names[0], names[1]))
		if found == nil {
			t.Fatal("no hint before the verdict")
		}
		expect(t, 0, "SAME", "", "compare", names[0], names[1], "--rtol", found[1])
		if out := expect(t, 1, "DIFFERENT", "", "compare", names[0], names[1], "-q"); regexp.MustCompile("hint").MatchString(out) {
			t.Errorf("-q prints %q", out)
		}
	}
}
