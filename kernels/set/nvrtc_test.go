package set

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// nvrtcNames are where NVRTC is looked for, after DRAWBRIDGE_NVRTC (the path of the library).
var nvrtcNames = []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"}

// mostSpilled is the bound on the bytes of registers that a kernel spills to local memory, by the number of
// species: a tenth above the most that NVRTC 13.0 gives over all units below for sm_80 and sm_90, which is 1256 bytes for
// 2 species (the fused thermal and transport set in 64 registers) and 1848 for 50 (the flux set by pairs). For 1 and 5, compiled on request: 2 KB.
var mostSpilled = map[int]int{0: 0, 1: 2048, 2: 1440, 5: 2048, 8: 1440, 50: 2030}

// together is how many kernels share a unit where that saves the compiler the reading of the headers.
const together = 4

var spilled = regexp.MustCompile(`(\d+) bytes spill stores`)

// unit is what the compiler gets: a variant of some kernels for one architecture.
type unit struct {
	title, architecture, text string
	species                   int
	named                     bool // a variant that only a setting takes: its spills are what they are
}

// Every kernel and every variant compiles for GPUs, for sm_80 or sm_90, without a warning and within the bound of
// spills: for two species four kernels a unit, the longest for 50 species as the texts that the device compiles.
// DRAWBRIDGE_NVRTC_ALL=turn compiles each kernel in each variant, DRAWBRIDGE_NVRTC_ALL=1 for 1, 5 and 50 species and on both. NVRTC
// needs no GPU: tests/nvrtc.sh gets the wheel of PyPI.
func TestCompilesForGPU(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "nvrtc")
	if out, err := exec.Command("gcc", "-O1", "-Wall", "testdata/nvrtc.c", "-o", program, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc testdata/nvrtc.c: %v\n%s", err, out)
	}
	texts := filepath.Join(folder, "texts")
	if err := os.CopyFS(texts, BuiltIn().Sources()); err != nil {
		t.Fatal(err)
	}
	library := findNVRTC(t, program, texts)
	how := os.Getenv("DRAWBRIDGE_NVRTC_ALL")
	list := units(how != "")
	if how == "1" {
		list = allUnits()
	}
	most := map[int]*atomic.Int64{}
	for ns := range mostSpilled {
		most[ns] = new(atomic.Int64)
	}
	t.Run("units", func(t *testing.T) {
		for _, u := range list {
			t.Run(u.title, func(t *testing.T) {
				t.Parallel()
				compileUnit(t, program, library, texts, u, most[u.species])
			})
		}
	})
	for ns, n := range most {
		t.Logf("%d species: at most %d bytes spilled", ns, n.Load())
	}
}

var architectures = []string{"sm_80", "sm_90"}

// measured is how many variants are measured: they come before those that only a setting takes.
var measured = 1 + slices.IndexFunc(variants, func(l variant) bool { return l.named })

// units are every kernel on one of the architectures in turn, small, and the longest ones large. each: every kernel in every variant; else
// the variants in turn.
func units(each bool) []unit {
	var list []unit
	kernels := BuiltIn().Kernels()
	for i, l := range append([]variant{small}, variants...) {
		for a, architecture := range architectures {
			if l.named && !each {
				continue
			}
			if l.named { // they are for comparison, and take long
				name := "preosthermalproperties"
				if l.jam > 8 { // that one takes a minute
					name = "molefractions"
				}
				k, _ := BuiltIn().Kernel(name)
				list = append(list, unitOf([]Kernel{k}, 2, l, architecture))
				continue
			}
			for first := 0; first < len(kernels); first += together {
				turn := first / together
				if (i+turn)%len(architectures) != a || !each && turn%measured != i {
					continue
				}
				group := kernels[first:min(first+together, len(kernels))]
				list = append(list, unitOf(group, max(2, l.least), l, architecture))
			}
			if i%2 == a && l.most == 0 { // each variant on one of them
				for k, name := range []string{"eosgammajacobianproperties", "preosviscousfluxproperties", "eosthermalandviscousproperties"} {
					if each || k == i%3 {
						k, _ := BuiltIn().Kernel(name)
						list = append(list, unitOf([]Kernel{k}, 50, l, architecture))
					}
				}
			}
		}
	}
	return append(list, oddUnits(each)...)
}

// oddUnits are kernels on fields, of views in other units, kernels of translated volumes, kernels in a Frame without species, and a mixture whose molar
// masses are so far apart that its mass matrix has a high rank.
func oddUnits(each bool) []unit {
	var without []Kernel
	for _, k := range BuiltIn().Kernels() {
		rows := func(a Argument) bool { return a.PerSpecies }
		if !slices.ContainsFunc(k.Reads, rows) && !slices.ContainsFunc(k.Writes, rows) {
			without = append(without, k)
		}
	}
	viscous, _ := BuiltIn().Kernel("preosviscousproperties")
	both, _ := BuiltIn().Kernel("eosthermalandviscousproperties")
	var list []unit
	for i, l := range append([]variant{small}, variants...) {
		for kind, odd := range []func(unit) unit{onFields, scaled, translated} {
			if !l.named && (each || kind == i%3) {
				list = append(list, odd(unitOf([]Kernel{both}, max(2, l.least), l, architectures[(i+min(kind, 1))%2])))
			}
		}
	}
	for i, s := range States { // each pair with one of the compositions, in variants that take it
		l := variants[2*(i%2)]
		g := Given{State: s.Number, Composition: i % len(Compositions), Closing: i%2 == 1}
		list = append(list, giving(unitOf([]Kernel{both}, 2, l, architectures[i%2]), g))
	}
	list = append(list, giving(unitOf([]Kernel{both}, 8, variants[5], "sm_90"), Given{State: 1}))
	list = append(list, unitOf(without, 0, small, "sm_80"))
	return append(list, ofRank(40, []Kernel{viscous}, 50, variants[0], "sm_90"))
}

func allUnits() []unit {
	var list []unit
	for _, k := range BuiltIn().Kernels() {
		for _, l := range variants {
			if l.named {
				continue
			}
			for _, ns := range []int{1, 5, 50} {
				if ns < l.least || l.most > 0 && ns > l.most {
					continue
				}
				for _, architecture := range architectures {
					list = append(list, unitOf([]Kernel{k}, ns, l, architecture))
				}
			}
		}
	}
	return list
}

// unitOf is a mixture without k_ij under the default options, all views there.
func unitOf(group []Kernel, ns int, l variant, architecture string) unit {
	return ofRank(12, group, ns, l, architecture)
}

// ofRank is the same with so many columns in the factor of the mass matrix.
func ofRank(rank int, group []Kernel, ns int, l variant, architecture string) unit {
	special := map[string]float64{}
	for _, name := range specials {
		special[name] = 0
	}
	special["high_to"], special["mass_rank"], special["R"] = 1e30, float64(rank), 8.3
	c := Constants{Species: ns, Special: special, MassRank: rank, Present: 1<<32 - 1, UnitPoints: true}
	u := unit{architecture: architecture, text: BuiltIn().text(group[0].Name, c, l).Unit, species: ns, named: l.named}
	names := []string{group[0].Name}
	for _, k := range group[1:] {
		names = append(names, k.Name)
		u.text += "LAUNCHABLE(" + k.Name + ")\n"
	}
	u.title = fmt.Sprintf("%s,%s,%d,rank %d,%s", architecture, l.name, ns, rank, strings.Join(names, "+"))
	return u
}

// onFields is a unit whose views lie in rows.
func onFields(u unit) unit {
	u.text = "#define ROWS 1\n" + u.text
	u.title += ", on fields"
	return u
}

// scaled is a unit whose views are all in other units than the kernel's.
func scaled(u unit) unit {
	u.text = "#define SCALED 0xffffffffULL\n" + u.text
	u.title += ", scaled"
	return u
}

// giving is a unit that is given something else than T, P and Yi.
func giving(u unit, g Given) unit {
	for i, name := range givenNames {
		u.text = fmt.Sprintf("#define %s %d\n", name, g.Numbers()[i]) + u.text
	}
	u.title += fmt.Sprint(", given ", g)
	return u
}

// translated is a unit of a mixture whose volume is translated.
func translated(u unit) unit {
	u.text = strings.NewReplacer("#define TRANSLATED 0", "#define TRANSLATED 1", "double translated = 0x0p+00;", "double translated = 0x1p+00;").Replace(u.text)
	u.title += ", translated"
	return u
}

func compileUnit(t *testing.T, program, library, texts string, u unit, most *atomic.Int64) {
	code, log := nvrtc(t, program, library, texts, u.architecture, u.text)
	if code != 0 || strings.Contains(log, "warning") {
		t.Fatalf("exit %d\n%s", code, log)
	}
	found := spilled.FindAllStringSubmatch(log, -1)
	if len(found) == 0 {
		t.Errorf("the log tells no spills: %s", log)
	}
	for _, m := range found {
		bytes, _ := strconv.ParseInt(m[1], 10, 64)
		if u.named {
			continue
		}
		for known := most.Load(); bytes > known && !most.CompareAndSwap(known, bytes); known = most.Load() {
		}
		if bytes > int64(mostSpilled[u.species]) {
			t.Errorf("%d bytes spilled, at most %d expected", bytes, mostSpilled[u.species])
		}
	}
}

// findNVRTC tries the names in turn on an empty program, and skips the test where none is there.
func findNVRTC(t *testing.T, program, texts string) string {
	t.Helper()
	given := os.Getenv("DRAWBRIDGE_NVRTC")
	names := nvrtcNames
	if given != "" {
		names = []string{given}
	}
	for _, name := range names {
		if code, _ := nvrtc(t, program, name, texts, "sm_90", "// empty"); code == 0 {
			return name
		}
	}
	if given != "" {
		t.Fatalf("DRAWBRIDGE_NVRTC names %s, which cannot be loaded", given)
	}
	t.Skip("no NVRTC found (set DRAWBRIDGE_NVRTC to its path): the kernels were not compiled for a GPU")
	return ""
}

func nvrtc(t *testing.T, program, library, texts, architecture, unit string) (code int, log string) {
	t.Helper()
	command := exec.Command(program, library, texts, architecture, unit, filepath.Join(t.TempDir(), "unit.cubin"))
	if folder := filepath.Dir(library); folder != "." { // its builtins lie beside it
		command.Env = append(os.Environ(), "LD_LIBRARY_PATH="+folder)
	}
	out, err := command.CombinedOutput()
	if command.ProcessState == nil {
		t.Fatalf("%s: %v", program, err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// amdSpilled is the bound on the bytes of vector registers that a property kernel spills on AMD GPUs (hipRTC 6.4), measured as mostSpilled.
const amdSpilled = 1440

// Every kernel compiles for AMD's GPUs by hipRTC (tests/hiprtc.sh), without a warning and within the bound of spills: some for one
// architecture, with DRAWBRIDGE_NVRTC_ALL set all in each variant that is measured there, on the architectures in turn.
func TestCompilesForAMD(t *testing.T) {
	library, all := os.Getenv("DRAWBRIDGE_HIPRTC"), os.Getenv("DRAWBRIDGE_NVRTC_ALL") != ""
	if library == "" {
		t.Skip("DRAWBRIDGE_HIPRTC is not set: the kernels were not compiled for AMD GPUs")
	}
	folder := t.TempDir()
	program, texts := filepath.Join(folder, "nvrtc"), filepath.Join(folder, "texts")
	if out, err := exec.Command("gcc", "-O1", "-Wall", "testdata/nvrtc.c", "-o", program, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc testdata/nvrtc.c: %v\n%s", err, out)
	}
	if err := os.CopyFS(texts, BuiltIn().Sources()); err != nil {
		t.Fatal(err)
	}
	turn := 0
	for i, k := range BuiltIn().Kernels() {
		for _, l := range append([]variant{small}, variants...) {
			if turn++; l.matrix || l.named || l.unitPoints || !all && (i%24 != 0 || l.name != small.name) {
				continue
			}
			architecture := []string{"gfx90a", "gfx942", "gfx1100"}[(turn+i/24)%3]
			u := unitOf([]Kernel{k}, max(2, l.least), l, architecture)
			t.Run(u.title, func(t *testing.T) {
				out, err := exec.Command("sh", append([]string{"-c", `exec $DRAWBRIDGE_HIPRTC_RUN "$@"`, "sh", program, library, texts}, u.architecture, u.text, os.DevNull)...).CombinedOutput()
				if err != nil || strings.Contains(string(out), "warning") {
					t.Fatalf("%v\n%s", err, out)
				}
				t.Logf("%s", out)
				m := spilled.FindStringSubmatch(string(out))
				if bytes, _ := strconv.Atoi(m[1]); bytes > amdSpilled {
					t.Errorf("%d bytes spilled, at most %d expected", bytes, amdSpilled)
				}
			})
		}
	}
}

// Every header that a text includes is embedded: a missing one would fail on the user's machine.
func TestSourcesAreWhole(t *testing.T) {
	for _, pattern := range []string{"*.h", "equations/*.h", "properties/*.h"} {
		onDisk, _ := filepath.Glob(pattern)
		for _, name := range onDisk {
			if _, err := fs.Stat(BuiltIn().Sources(), filepath.ToSlash(name)); err != nil {
				t.Errorf("%s is not embedded: %v", name, err)
			}
		}
	}
}
