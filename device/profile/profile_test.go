package profile

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
	"drawbridge/status"
)

func build(t *testing.T, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tool.so")
	arguments := append(flags, "-std=gnu11", "-Wall", "-Wextra", "-Wno-unused-function", "-fPIC", "-shared", "testdata/tool.c", "-o", path)
	if out, err := exec.Command("cc", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

func told(t *testing.T, log string) string {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Split(strings.TrimSpace(string(text)), "\n"), "; ")
}

func TestAToolIsToldInOrder(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("TOOL_LOG", log)
	p, err := Open(build(t), "off", "the device")
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	end := p.Range("plan x")
	p.Copy("in T", 80, 0.1, 0)
	p.Kernel("x", 10, 160, 0.2)
	end()
	p.Close()
	if got, want := told(t, log), "device the device; begin plan x; copy in T 80 1; kernel x 10 160 1; end plan x; finish"; got != want {
		t.Errorf("%s\n%s expected", got, want)
	}
}

func TestRangesOfNVTX(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("TOOL_LOG", log)
	p, err := Open("", build(t, "-DNVTX"), "the device")
	if err != nil {
		t.Fatal(err)
	}
	p.Range("plan x")()
	p.Close()
	if got := told(t, log); got != "push plan x; pop" {
		t.Error(got)
	}
}

func TestWhatIsNoToolIsRefused(t *testing.T) {
	t.Setenv("TOOL_LOG", filepath.Join(t.TempDir(), "log"))
	for what, tool := range map[string]string{"cannot open": "/nowhere/tool.so", "no function drawbridge_tool": build(t, "-DNVTX"), "version 0, 1 expected": build(t, "-DOLD")} {
		if _, err := Open(tool, "off", "d"); status.CodeOf(err) != status.File || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := Open("", "/nowhere/nvtx.so", "d"); status.CodeOf(err) != status.File {
		t.Error(err)
	}
	if p, err := Open("", "off", "d"); p != nil || err != nil {
		t.Error("nobody listens, and is told", p, err)
	}
	var nobody *Profile
	nobody.Range("x")()
	nobody.Kernel("x", 1, 1, 1)
	nobody.Copy("x", 1, 1, 1)
	nobody.Close()
}

// The loader looks for a bare name elsewhere than in the folder of the program; the message says so.
func TestBareName(t *testing.T) {
	const advice = "a name without / is looked for on the loader's path only: write ./tool.so for one in the current folder"
	if _, err := Open("tool.so", "off", "host"); err == nil || !strings.Contains(err.Error(), advice) {
		t.Errorf("%v, expected %q", err, advice)
	}
	if _, err := Open("/nowhere/tool.so", "off", "host"); err == nil || strings.Contains(err.Error(), "./") {
		t.Errorf("with a path: %v", err)
	}
}

func TestHostileLibraries(t *testing.T) {
	tool, nvtx := filestest.Pipe(t, "tool.so"), filestest.Pipe(t, "nvtx.so")
	filestest.Refused(t, "tool", "a pipe", func() error { _, err := Open(tool, "off", "host"); return err })
	filestest.Refused(t, "nvtx", "a pipe", func() error { _, err := Open("", nvtx, "host"); return err })
}
