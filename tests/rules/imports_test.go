// Package rules holds the tests of the architecture: who imports whom, and that what is written
// down twice (codes, bits, entry points) is the same. It has no code of its own.
package rules

import (
	"go/build"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allowed says which rooms each room may import; leaves are open to all but kernels, machine to all.
var allowed = map[string][]string{
	"bridge":     {"frame", "domains", "properties", "stencils", "mpi", "snapshot", "views", "device"},
	"frame":      {"domains", "properties", "stencils", "mpi", "snapshot", "views", "device"},
	"domains":    {"stencils", "mpi", "views", "device"},
	"properties": {"properties", "kernels", "views", "device"},
	"stencils":   {"kernels", "views", "device"},
	"mpi":        {"views", "device"},
	"snapshot":   {"snapshot", "views", "device"},
	"views":      {"device"},
	"device":     {"device"},
	"kernels":    {"kernels"},
	"tools":      {"tools", "properties", "snapshot", "views", "device", "kernels"},
	"cmd":        {"cmd", "tools", "frame", "domains", "properties", "stencils", "mpi", "snapshot", "views", "device", "kernels"},
	"tests":      {"tests", "cmd", "tools", "frame", "domains", "properties", "stencils", "mpi", "snapshot", "views", "device", "kernels"},
	"status":     {}, "settings": {}, "report": {}, "files": {}, "tuning": {}, "machine": {},
}

// vendors are makers of GPUs, whose names only device/gpu knows.
var vendors = regexp.MustCompile(`(^|[/_-])(cuda|nvidia|nvrtc|nvml|nccl|hip|hiprtc|rocm|rccl)($|[/_-])`)

func TestAVendorIsSeen(t *testing.T) {
	for path, is := range map[string]bool{"drawbridge/device/cuda": true, "github.com/NVIDIA/go-nvml/pkg/nvml": true, "drawbridge/device/gpu": false, "drawbridge/tools/hipster": false} {
		if vendors.MatchString(path) != is {
			t.Errorf("%s: a vendor's %v, expected %v", path, !is, is)
		}
	}
}

var leaves = []string{"status", "settings", "report", "files", "tuning"}

var cgo = []string{"bridge", "device", "kernels", "mpi", "snapshot", "tools"}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	root := filepath.Join("..", "..")
	packages := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); name == "build" || (strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		relative, _ := filepath.Rel(root, path)
		for _, tags := range [][]string{nil, {"hdf5"}, {"mpi"}} {
			context := build.Default
			context.BuildTags = tags
			if p, err := context.ImportDir(path, 0); err == nil { // else: no Go here
				packages++
				judge(t, filepath.ToSlash(relative), p)
			}
		}
		return nil
	})
	if err != nil || packages < 20 {
		t.Fatalf("%d packages found, %v", packages, err)
	}
}

func judge(t *testing.T, path string, p *build.Package) {
	room := strings.Split(path, "/")[0]
	may, known := allowed[room]
	if !known && path != "." && room != "examples" && room != "bench" {
		t.Errorf("%s: no rule for room %s", path, room)
	}
	if len(p.CgoFiles) > 0 && !slices.Contains(cgo, room) {
		t.Errorf("%s imports C", path)
	}
	for _, imported := range p.Imports {
		if vendors.MatchString(imported) && path != "device/gpu" {
			t.Errorf("%s imports %s, which is a vendor's: device/gpu opens a device by its word", path, imported)
		}
		other, ours := strings.CutPrefix(imported, "drawbridge/")
		if !ours {
			continue
		}
		target := strings.Split(other, "/")[0]
		leaf := slices.Contains(leaves, target) && room != "kernels" || target == "machine"
		if !leaf && !slices.Contains(may, target) || strings.HasPrefix(path, "tools/port") && !leaf && !strings.HasPrefix(other, "tools/port") {
			t.Errorf("%s imports %s", path, imported)
		}
	}
}
