package mps

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// control stands in for nvidia-cuda-mps-control: a daemon is a file beside its pipes.
const control = `#!/bin/sh
alive="$CUDA_MPS_PIPE_DIRECTORY/alive"
if [ "$1" = -d ]; then [ -e "$alive" ] && exit 1; touch "$alive"; exit 0; fi
read word
[ -e "$alive" ] || { echo "Cannot find MPS control daemon process"; exit 1; }
[ "$word" = quit ] && rm "$alive"
exit 0
`

func TestStartStatusStop(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "control")
	if err := os.WriteFile(program, []byte(control), 0o700); err != nil {
		t.Fatal(err)
	}
	s := Server{Folder: filepath.Join(folder, "it's"), Control: program}
	if text, err := s.Status(); err != nil || text != Down(s.Folder) {
		t.Errorf("status before start: %s, %v", text, err)
	}
	for range 2 { // the second finds it
		text, err := s.Start()
		if err != nil || !strings.Contains(text, `export CUDA_MPS_PIPE_DIRECTORY='`+folder+`/it'\''s/pipe'`) {
			t.Fatalf("start: %s, %v", text, err)
		}
	}
	if text, err := s.Status(); err != nil || text != "MPS runs in "+s.Folder {
		t.Errorf("status: %s, %v", text, err)
	}
	if text, err := s.Stop(); err != nil || !strings.Contains(text, "has ended") {
		t.Errorf("stop: %s, %v", text, err)
	}
	if text, err := s.Stop(); err != nil || text != Down(s.Folder) {
		t.Errorf("stop again: %s, %v", text, err)
	}
}

// A program that prints without end takes no memory, and is named.
func TestEndlessOutput(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "control")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec cat /dev/zero\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	before := allocated()
	_, err := (&Server{Folder: filepath.Join(folder, "own"), Control: program}).Start()
	if err == nil || !strings.Contains(err.Error(), "more than 65536 bytes") {
		t.Errorf("%.200v", err)
	}
	if took := allocated() - before; took > 16<<20 {
		t.Errorf("%d bytes", took)
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	if _, err := (&Server{Folder: folder, Control: "/no/such/control"}).Start(); err == nil || !strings.Contains(err.Error(), "--control") {
		t.Errorf("no control program: %v", err)
	}
	shared := filepath.Join(folder, "shared")
	if err := os.Mkdir(shared, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Server{Folder: shared, Control: "true"}).Start(); err == nil || !strings.Contains(err.Error(), "--folder") {
		t.Errorf("a folder of everybody: %v", err)
	}
	if name := Default(func(name string) string { return map[string]string{"PBS_JOBID": "12.host/x"}[name] }); !strings.HasSuffix(name, "-12.host_x") {
		t.Errorf("folder of a job: %s", name)
	}
}
