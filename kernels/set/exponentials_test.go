package set

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The GPU's own exponentials, logarithm and roots are within some units in the last place (exp for |x| < 20, expm1 below 1, plain_log against |log| or 1), keep a NaN and end quietly
// far out. Compiled by g++, where the starts that a GPU's units give are exact: the golden states on a GPU see those.
func TestExponentialsOfGPU(t *testing.T) {
	program := filepath.Join(t.TempDir(), "exponentials")
	if out, err := exec.Command("g++", "-std=c++17", "-O2", "-mfma", "-I..", "-I../../device/gpu/testdata/fake", "testdata/exponentials.cpp", "-o", program).CombinedOutput(); err != nil {
		t.Fatalf("g++: %v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	bounds := map[string]float64{"exp": 1e-15, "expm1": 5e-15, "plain_log": 4e-16, "rcbrt": 2e-16, "sqrt": 3e-16, "reciprocal": 2e-16}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		name, value, _ := strings.Cut(line, " ")
		figure, _ := strconv.ParseFloat(value, 64)
		t.Log(line)
		if bound, error := bounds[name]; error && figure > bound || !error && figure != 1 {
			t.Errorf("%s, at most %g expected", line, bound)
		}
		delete(bounds, name)
	}
	if len(bounds) > 0 {
		t.Errorf("not judged: %v", bounds)
	}
}
