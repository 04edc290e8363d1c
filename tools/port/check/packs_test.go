package check

import (
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
)

// Packs of points that part have the values of the Fortran within bounds scaled by their conditioning, and what cannot run as
// packs is named.
func TestPacksFollowTheFortran(t *testing.T) {
	compilers(t)
	files, list, world := translated(t, "packs.f90")
	for _, p := range world.Procedures {
		if p.Fault != nil {
			t.Errorf("%s is refused: %v", p.Name, p.Fault)
		}
	}
	for _, bits := range []int{512, 256} {
		followed(t, bits, files, list)
	}
}

func followed(t *testing.T, bits int, files []*source.File, list []*translate.Routine) {
	t.Helper()
	results, err := Run(files, list, Options{Points: 150, Seed: 3, Limit: 2 * time.Minute, Packs: true, Widest: bits, Ranges: map[string]Range{"sizes.n": {Low: 1, High: 5}}})
	if err != nil {
		t.Fatal(err)
	}
	refused := map[string]string{"jumps": "goto backwards", "sizes": "the extent n", "masks": "where", "large": "local arrays of more than 4096"}
	for _, r := range results {
		if reason := refused[r.Routine]; reason != "" {
			if !strings.Contains(r.Packs.Reason, reason) || r.Packs.Points > 0 {
				t.Errorf("%+v, expected the reason %q", r, reason)
			}
			continue
		}
		if r.Different > 0 || r.Trouble != "" || r.Packs.Reason != "" || r.Packs.Beyond > 0 || r.Packs.Points < 1000 || r.Packs.Worst > 1000 {
			t.Errorf("%+v", r)
		}
	}
}
