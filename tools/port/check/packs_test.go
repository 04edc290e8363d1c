package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Packs of points that part have the values of the Fortran within bounds scaled by their conditioning, and what cannot run as
// packs is named.
func TestPacksFollowTheFortran(t *testing.T) {
	compilers(t)
	files, list, world := translated(t, "packs.f90", "packs_parts.f90")
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

// log(t) stands three times within a loop and behind it, and runs once for each of the two registers.
func TestEqualFunctionsOfPacksRunOnce(t *testing.T) {
	compilers(t)
	folder := t.TempDir()
	f := written(t, filepath.Join(folder, "logs.f90"), `subroutine logs(x, t, y)
  real(8), intent(in) :: x(3), t
  real(8), intent(out) :: y(3)
  integer :: k
  do k = 1, 3
    y(k) = x(k)*log(t) + exp(x(k)*log(t))
  end do
  y(2) = y(2) + log(t)
end subroutine
`)
	list := translate.All(tree.Resolve([]*source.File{f}))
	packs := []*translate.Pack{translate.Packs(list[0].World, list[0].Procedure)}
	for name, text := range texts(list, packs, Options{}) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := tool(folder, "g++", "-S", "-O2", "-w", "-std=c++17", "-fno-math-errno", "-DF_WIDEST=256", "packs.cpp"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "packs.s"))
	if n := strings.Count(string(text), "call\t_ZGVdN4v_log"); err != nil || n != 2 {
		t.Errorf("%d calls of log, expected 2: %v", n, err)
	}
}
