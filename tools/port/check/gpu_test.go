package check

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// fakeGPU makes a driver and an NVRTC that run on this machine, and says where they are.
func fakeGPU(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	if out, err := exec.Command("sh", "../../../device/gpu/testdata/fake/build.sh", folder).CombinedOutput(); err != nil {
		t.Fatalf("the fake driver: %v\n%s", err, out)
	}
	t.Setenv("DRAWBRIDGE_DRIVER", folder)
	t.Setenv("DRAWBRIDGE_CUDA", folder)
}

// The text for a GPU has the values of the Fortran within bounds scaled by their conditioning; a planted error is found, and
// what cannot be compared is named. The GPU is a fake one: no GPU is tested here.
func TestTextsForGPUsFollowTheFortran(t *testing.T) {
	compilers(t)
	fakeGPU(t)
	for name, least := range map[string]int{"packs.f90": 8, "shared.f90": 1} {
		files, list, _ := translated(t, name)
		options := Options{Points: 60, Seed: 3, Limit: 2 * time.Minute, GPU: true, Ranges: map[string]Range{"sizes.n": {Low: 1, High: 5}}}
		results, err := Run(files, list, options)
		if err != nil {
			t.Fatal(err)
		}
		compared := 0
		for _, r := range results {
			if r.Different > 0 || r.Trouble != "" || r.GPU.Beyond > 0 || r.GPU.Worst > 1000 || r.GPU.Reason == "" && r.Points > 0 && r.GPU.Points == 0 {
				t.Errorf("%s: %+v", name, r)
			}
			if r.GPU.Points > 100 {
				compared++
			}
		}
		if compared < least {
			t.Errorf("%s: only %d routines were compared on the GPU", name, compared)
		}
	}
	files, list, _ := translated(t, "packs.f90")
	options := Options{Points: 40, Seed: 3, Limit: 2 * time.Minute, GPU: true, Ranges: map[string]Range{"sizes.n": {Low: 1, High: 5}},
		spoil: func(text string) string {
			return strings.Replace(text, "  const int t = threadIdx.x;", "  const int t = threadIdx.x; if (t == 3) return;", 1)
		}}
	results, err := Run(files, list, options)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, r := range results {
		if r.GPU.Beyond > 0 && r.GPU.Where != "" && r.GPU.Outputs[r.GPU.Where] > 1000 {
			found++
		}
	}
	if found < 3 {
		t.Errorf("a thread that does nothing is found in %d routines only", found)
	}
	options.spoil = func(text string) string { return text + "no C++" }
	if results, err = Run(files, list[:1], options); err != nil || !strings.Contains(results[0].Trouble, "the text does not compile") {
		t.Errorf("%+v %v", results, err)
	}
	t.Setenv("DRAWBRIDGE_DRIVER", t.TempDir())
	if results, err = Run(files, list[:1], options); err != nil || results[0].GPU.Reason == "" && !strings.Contains(results[0].Trouble, "no NVIDIA driver") {
		t.Errorf("%+v %v", results, err)
	}
}
