package cuda

import (
	"os"
	"path/filepath"
	"testing"
)

// The context stays for the next Open, with nothing of ours in it; one that is lost is made anew.
func TestTheContextIsKeptEmpty(t *testing.T) {
	if !fresh(t) {
		return
	}
	opened := func() (retained int) {
		t.Helper()
		trace := filepath.Join(t.TempDir(), "calls")
		plant(t, "TRACE", trace)
		d, err := Open(0, options(t))
		if err != nil {
			t.Fatal(err)
		}
		m := allocate(t, d, "forgotten", 1000)
		d.Release(allocate(t, d, "released", 1000))
		in, out := ramp(1000, 0)
		if _, err := double(d, m, allocate(t, d, "another", 1000), in, out); err != nil {
			t.Fatal(err)
		}
		d.Close()
		calls := traced(t, trace)
		if calls["cuMemAlloc_v2"] != calls["cuMemFree_v2"] || calls["cuMemHostAlloc"] != calls["cuMemFreeHost"] || calls["cuModuleLoadData"] != calls["cuModuleUnload"] {
			t.Errorf("left behind: %v", calls)
		}
		return calls["cuDevicePrimaryCtxRetain"]
	}
	if a, b := opened(), opened(); a != 2 || b != 1 {
		t.Errorf("the context was asked for %d and %d times, 2 and 1 expected", a, b)
	}
	d, err := Open(0, options(t))
	if err != nil {
		t.Fatal(err)
	}
	plant(t, "FAIL", "cuStreamSynchronize:719")
	d.Close()
	os.Unsetenv("FAKE_CUDA_FAIL")
	if n := opened(); n != 2 {
		t.Errorf("after a loss the context was asked for %d times, 2 expected", n)
	}
}

func TestATrialFindsAnAnswer(t *testing.T) {
	d := open(t)
	if err := d.Try(); err != nil {
		t.Fatal(err)
	}
	plant(t, "FAIL", "cuLaunchKernel:1")
	if err := d.Try(); err == nil {
		t.Error("a launch failed, and the trial went well")
	}
}
