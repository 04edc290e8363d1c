package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	assertion = regexp.MustCompile(`\.\((?:\*?(?:gpu|host|memcheck)\.\w+|device\.\w+|interface\b.*)\)`)
	byName    = regexp.MustCompile(`Prefix\(\w+, "(?:cuda|hip)|HasPrefix\(\w*[dD]ev(?:ice)?\.About\(\)\.Name|About\(\)\.Name [!=]=`)
)

// What a device is and can do stands in device.About: the rooms above ask no device for its type or its name.
func TestDevicesAreAskedForNoTypeAndNoName(t *testing.T) {
	seen := 0
	for _, room := range []string{"frame", "domains", "views", "properties", "stencils", "device", "bridge", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			seen++
			for i, line := range strings.Split(string(text), "\n") {
				if assertion.MatchString(line) || byName.MatchString(line) {
					t.Errorf("%s:%d: %s: ask About() for what you need to know", path, i+1, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Fatalf("%d files seen", seen)
	}
	for _, line := range []string{"d, ok := f.device.(device.Pinner)", "f.device.(*gpu.Device)", "d.(interface{ Unit() string })", `strings.HasPrefix(dev.About().Name, "cuda")`, `strings.HasPrefix(word, "cuda")`} {
		if !assertion.MatchString(line) && !byName.MatchString(line) {
			t.Errorf("not seen: %s", line)
		}
	}
}

var (
	assembly   = regexp.MustCompile(`\basm\b|__shfl|__ballot|_sync\(|__activemask|__syncwarp`)
	countsLane = regexp.MustCompile(`threadIdx\.x\s*(?:[%/]\s*(?:32|64)|&\s*(?:31|63))|THREADS\s*/\s*(?:32|64)\b|0xffffffff\b,`)
	hostsOnly  = regexp.MustCompile(`_host\.h$|/gridpoint/|kernels/gpu/gpu\.h$`) // gridpoint measures NVIDIA's GPUs alone
)

// What differs between vendors of GPUs stands in kernels/gpu/gpu.h: no other text has inline assembly, or counts lanes by a number.
func TestOneTextKnowsTheVendor(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(filepath.Join("..", "..", "kernels"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".h") || hostsOnly.MatchString(filepath.ToSlash(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		seen++
		for i, line := range strings.Split(string(text), "\n") {
			if assembly.MatchString(line) || countsLane.MatchString(line) {
				t.Errorf("%s:%d: %s: kernels/gpu/gpu.h has a word for it", path, i+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil || seen < 50 {
		t.Fatalf("%d texts seen, %v", seen, err)
	}
	for _, line := range []string{`asm volatile("exit;");`, "x = __shfl_xor_sync(m, x, 1);", "lane = threadIdx.x % 32", "THREADS / 32", "if (threadIdx.x & 31) return;"} {
		if !assembly.MatchString(line) && !countsLane.MatchString(line) {
			t.Errorf("not seen: %s", line)
		}
	}
}
