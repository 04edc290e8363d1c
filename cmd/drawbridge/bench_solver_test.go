package main

import (
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeSolver writes timings as the example solver does: 100 ms a step, 80 of them in properties; through the bridge
// 25 ms, of them 10.
const fakeSolver = `#!/bin/sh
run=bridge step=0.025 part=0.010
[ "$2" = use_bridge=F ] && run=fortran step=0.100 part=0.080
grep -q "species_count = $SPECIES" case.nml || { echo not these species; echo "no $SPECIES species"; exit 3; }
echo '{"run": "'$run'", "ranks": 1, "cells": 192, "steps": 2, "species": ["O2"], "step_seconds": '$step', "property_seconds": '$part',
 "routines": [{"name": "preoscalctpfromrhoe", "calls": 6, "seconds": '$part'}, {"name": "none", "calls": 0, "seconds": 0}]}' >run.json
`

func TestBenchSolver(t *testing.T) {
	t.Setenv("SPECIES", "5")
	program := write(t, "legacy_solver", fakeSolver)
	prefix := filepath.Join(t.TempDir(), "out")
	line := []string{"bench", "solver", "--program", program, "--species", "5", "--orders", "1,9", "--steps", "2", "--rounds", "2", "-o", prefix}
	code, out, _ := say(line...)
	for _, want := range []string{"order 9", "80.0 %", "4.00x", "5.00x", "6.67x", "60.0 %", "8.0x"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %q in\n%s", code, want, out)
		}
	}
	_, printed, _ := say(append(line, "--json")...)
	written, err := os.ReadFile(prefix + ".json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{printed, string(written)} {
		var results []map[string]any
		if err := json.Unmarshal([]byte(text), &results); err != nil || len(results) != 2 {
			t.Fatalf("%v in %s", err, text)
		}
		r := results[1]
		routines := r["routines"].([]any)
		got := []float64{float64(len(routines)), routines[0].(map[string]any)["ratio"].(float64)}
		for _, key := range []string{"order", "property_share", "amdahl_bound", "reached", "of_bound", "bound_own_rest", "of_own_bound", "amdahl_expected"} {
			got = append(got, r[key].(float64))
		}
		for i, want := range []float64{1, 8, 9, 0.8, 5, 4, 0.8, 100. / 15, 0.6, 1 / 0.3} {
			if math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("%v, expected %v at %d", got, want, i)
			}
		}
	}
	if n := coloursOf(t, prefix+".png"); n < 4 {
		t.Errorf("the picture has %d colours: two orders and their bounds need more", n)
	}
}

// coloursOf counts the colours of a picture, which is no thumbnail.
func coloursOf(t *testing.T, path string) int {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	drawn, err := png.Decode(file)
	if err != nil || drawn.Bounds().Dx() < 400 || drawn.Bounds().Dy() < 300 {
		t.Fatalf("%v %v", err, drawn.Bounds())
	}
	return len(colours(drawn))
}

func colours(drawn image.Image) map[color.Color]bool {
	seen := map[color.Color]bool{}
	for y := drawn.Bounds().Min.Y; y < drawn.Bounds().Max.Y; y++ {
		for x := drawn.Bounds().Min.X; x < drawn.Bounds().Max.X; x++ {
			seen[drawn.At(x, y)] = true
		}
	}
	return seen
}

func TestBenchSolverRefuses(t *testing.T) {
	t.Setenv("SPECIES", "7")
	program := write(t, "legacy_solver", fakeSolver)
	for flag, sentence := range map[string]string{
		"--species=0": "--species has 0, expected 1 to 54", "--species=55": "--species has 55", "--orders=5": "--orders has 5, expected 1 or 9",
		"--steps=0": "--steps 0: expected", "--rounds=0": "--rounds 0", "--ranks=0": "--ranks 0", "--cells=3,4": "expected three numbers", "--cells=3,4,0": "--cells [3 4 0]",
		"--program=/none": "the example solver: /none: no such file", "--output=/none/x": "/none/x.json", "--species=x": `--species is "x", expected decimal whole numbers`,
		"--species=5": "5 species, order 1, stage 0: exit status 3: no 7 species", "--speed": "unknown flag: --speed",
	} {
		species := "--species=7"
		if strings.HasPrefix(flag, "--species") {
			species = flag
		}
		code, out, complaint := say("bench", "solver", "--program", program, "--orders", "1", "--steps", "2", "--rounds", "1", species, flag)
		lines := strings.Split(strings.TrimSpace(complaint), "\n")
		if code != trouble || out != "" || !strings.Contains(lines[len(lines)-1], sentence) {
			t.Errorf("%s: exit %d, expected %d\nout %s\nerr %s\nexpected %q", flag, code, trouble, out, complaint, sentence)
		}
	}
	launcher := write(t, "mpirun", "#!/bin/sh\necho step 1\n{ echo; echo -------; echo There are not enough slots; echo; echo for 2 ranks.; echo -------; } >&2\nexit 1\n")
	expect(t, trouble, "", "stage 0: exit status 1: There are not enough slots for 2 ranks.\n", "bench", "solver", "--program", program, "--mpirun", launcher, "--ranks", "2")
	expect(t, trouble, "", "expected none", "bench", "solver", "now")
	expect(t, trouble, "", "build it with MPI", "bench", "solver", "--program", "/none")
}
