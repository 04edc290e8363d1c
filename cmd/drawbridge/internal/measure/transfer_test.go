package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// line is what bench_transfer prints of a path.
func line(t *testing.T, folder, path, device string, ms, cores float64) []byte {
	t.Helper()
	ceilings := ""
	if device != "host" {
		ceilings = `,"ceilings":{"in":50e9,"out":50e9}`
	}
	text := fmt.Sprintf(`{"device":"%s"%s,"copies":[{"name":"in T","packing_seconds":0.032}]}`, device, ceilings)
	if err := os.WriteFile(filepath.Join(folder, path+".json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, `{"bench":"transfer","transport":"%s","runs":16,"bytes_in":166e6,"bytes_out":180e6,"ms":%g,"cores_ms":%g}`, path, ms, cores)
}

func TestAPackedPathIsHeldAgainstTheCoresAndAPinnedOneAgainstTheLink(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		path, device string
		ms, cores    float64
		share, goal  float64
		of           string
		met          bool
	}{
		{"packed", "cuda:0", 6, 5, 5. / 6, 0.80, "cores", true},
		{"packed", "cuda:0", 12, 5, 5. / 12, 0.80, "cores", false},
		{"packed", "host", 12, 5, 5. / 12, 0, "cores", true}, // nothing is packed for a link
		{"packed_one_by_one", "cuda:0", 20, 5, 0.25, 0, "cores", true},
		{"pinned", "cuda:0", 4, 5, 0.9, 0.88, "link", true},
		{"pinned", "cuda:0", 5, 5, 0.72, 0.88, "link", false},
		{"resident_inputs", "cuda:0", 3.6, 5, 1, 0, "link", true},
	} {
		r, err := ParseTransfer(line(t, folder, c.path, c.device, c.ms, c.cores), folder)
		if err != nil {
			t.Fatal(err)
		}
		if r.Share < c.share-1e-12 || r.Share > c.share+1e-12 || r.Of != c.of || r.Goal != c.goal || r.Met() != c.met || r.PackMS != 2 {
			t.Errorf("%s of %g ms: %+v", c.path, c.ms, r)
		}
	}
}
