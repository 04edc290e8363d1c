package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/report"
	"drawbridge/tools/hdf5file"
)

// say runs one command line and answers its code, output and complaints.
func say(arguments ...string) (int, string, string) {
	var out, complaints strings.Builder
	code := run(arguments, &out, &complaints)
	return code, out.String(), complaints.String()
}

// expect checks the code, that a complaint is one line, and that the texts hold what they must.
func expect(t *testing.T, code int, out, complaint string, arguments ...string) string {
	t.Helper()
	gotCode, gotOut, gotComplaint := say(arguments...)
	if gotCode != code || !strings.Contains(gotOut, out) || !strings.Contains(gotComplaint, complaint) {
		t.Errorf("drawbridge %s\ncode %d, expected %d\nout %s\nerr %s\nexpected %q and %q",
			strings.Join(arguments, " "), gotCode, code, gotOut, gotComplaint, out, complaint)
	}
	if (code == trouble) != (gotComplaint != "") || strings.Count(gotComplaint, "\n") > 1 {
		t.Errorf("drawbridge %s: a complaint is one line, here %q", strings.Join(arguments, " "), gotComplaint)
	}
	if strings.Contains(gotOut, "\x1b[") {
		t.Errorf("drawbridge %s: colour, and this is no terminal", strings.Join(arguments, " "))
	}
	return gotOut
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEveryCommandExplainsItself(t *testing.T) {
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" || (c.Example == "" && c.Name() != "drawbridge") || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: Short %q, Example %q", c.CommandPath(), c.Short, c.Example)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
		expect(t, 0, "Usage:", "", append(strings.Fields(c.CommandPath())[1:], "--help")...)
	}
	walk(rootCommand())
	expect(t, 0, "Exit codes", "")
	expect(t, 0, "compare REF NEW", "", "help", "compare")
	expect(t, 0, "drawbridge cache warm", "", "help", "cache", "warm")
	expect(t, 0, "Exit codes", "", "help")
	expect(t, 0, "List, warm or clear the cache", "")
	expect(t, 0, "__start_drawbridge", "", "completion", "bash")
	expect(t, 2, "", `shell "bsh" is not known, expected bash`, "completion", "bsh")
}

func TestShellsOfferValues(t *testing.T) {
	for value, arguments := range map[string][]string{
		"preosthermalproperties": {"cache", "warm", "--collection", ""}, "CH4": {"cache", "warm", "--species", ""}, "C12H26": {"species", "show", ""},
		"memcheck": {"bench", "properties", "--device", ""}, "viridis": {"plot", "--colors", ""}, "bluered": {"plot", "--colors", "b"},
		"never": {"doctor", "--color", ""}, "doctor": {"do"}, "solver": {"species", "list", "--format", ""},
	} {
		_, out, _ := say(append([]string{"__complete"}, arguments...)...)
		if !slices.Contains(strings.Fields(out), value) {
			t.Errorf("%v: %s is not offered:\n%s", arguments, value, out)
		}
	}
}

func TestWrongCommandLines(t *testing.T) {
	for complaint, arguments := range map[string][]string{
		`no command "compar"; nearest: compare; there are: bench cache`:                                              {"compar"},
		`no help for "foo": no command "foo"; there are: bench`:                                                      {"help", "foo"},
		`no help for "cache foo": no command "foo"; there are:`:                                                      {"help", "cache", "foo"},
		`no help for "compare foo"`:                                                                                  {"help", "compare", "foo"},
		"unknown flag: --wrong; see drawbridge doctor --help":                                                        {"doctor", "--wrong"},
		`"info" is gone since release 0.3.0: drawbridge doctor`:                                                      {"info", "--json"},
		`drawbridge bench: the command "compare" is gone since release 0.3.0: time`:                                  {"bench", "compare", "--mb", "64"},
		"drawbridge compare: 1 argument given":                                                                       {"compare", "a.h5"},
		"drawbridge plot: 0 arguments":                                                                               {"plot"},
		"0 arguments given, expected FILE...":                                                                        {"report"},
		"expected auto, always or never":                                                                             {"doctor", "--color", "blue"},
		`--rel is "x", expected a decimal number`:                                                                    {"compare", "a", "b", "--rel", "x"},
		`--rel is "1e400", too large: expected a decimal number of at most 1.8e+308`:                                 {"compare", "a", "b", "--rel", "1e400"},
		`--halo is "9223372036854775808", too large: expected a decimal whole number of at most 9223372036854775807`: {"compare", "a", "b", "--halo", "9223372036854775808"},
		`--cell is "1,1,9223372036854775808", too large: expected decimal whole numbers`:                             {"plot", "a.h5", "--cell", "1,1,9223372036854775808"},
		`"1e400" in the tolerance "T=abs:1e400" is too large, expected at most 1.8e+308`:                             {"compare", "a", "b", "--tolerance", "T=abs:1e400"},
		`--rel is "1_0", expected a decimal number`:                                                                  {"compare", "a", "b", "--rel", "1_0"},
		`--abs is "0x1p-3", expected a decimal number`:                                                               {"compare", "a", "b", "--abs", "0x1p-3"},
		`--halo is "010", expected a decimal whole number`:                                                           {"compare", "a", "b", "--halo", "010"},
		`--halo is "0x1", expected a decimal whole number`:                                                           {"compare", "a", "b", "--halo", "0x1"},
		`--points is "many", expected a decimal whole number`:                                                        {"cache", "warm", "--points", "many"},
		`--cells is "1,x", expected decimal whole numbers`:                                                           {"bench", "solver", "--cells", "1,x"},
		`--cell is "010,1,1", expected decimal whole numbers`:                                                        {"plot", "a.h5", "--cell", "010,1,1"},
		`--device is "cuda:x", expected cuda or cuda:N`:                                                              {"bench", "gridpoint", "--device", "cuda:x"},
		`--device is "host", expected cuda or cuda:N`:                                                                {"bench", "gridpoint", "--device", "host"},
		`--device is "hip:0", expected cuda or cuda:N`:                                                               {"bench", "gridpoint", "--device", "hip:0"},
		`--device is "gpu", expected cuda or cuda:N`:                                                                 {"bench", "gridpoint", "--device", "gpu"},
		`--device is "cuda:+1", expected cuda or cuda:N`:                                                             {"bench", "gridpoint", "--device", "cuda:+1"},
		"--points is 0, at least 1":                                                                                  {"cache", "warm", "--species", "O2", "--points", "0"},
		"--outputs: 'nope' is not an output; outputs are Di P":                                                       {"cache", "warm", "--species", "O2", "--outputs", "rho,nope"},
		"--outputs: 'mu' is not an output; outputs are W Z":                                                          {"cache", "warm", "--species", "O2", "--outputs", "mu", "--collection", "preosthermalproperties"},
		"--collection: collection 'nope'":                                                                            {"cache", "warm", "--species", "O2", "--collection", "nope"},
		"NAME=abs:A":                                                                                                 {"compare", "a", "b", "--tolerance", "rho"},
		"none of abs:A (or atol:A), rel:R, rtol:R, norm:N":                                                           {"compare", "a", "b", "--tolerance", "rho=1e-3"},
		"expected REFNAME=NEWNAME":                                                                                   {"compare", "a", "b", "--rename", "rho"},
		"--at needs --normal":                                                                                        {"plot", "a.h5", "--at", "1"},
		"--line goes with --cell":                                                                                    {"plot", "a.h5", "--line", "x", "--normal", "y"},
		"expected X,Y,Z":                                                                                             {"plot", "a.h5", "--cell", "1,2"},
		`no command "wrm"; nearest: warm; there are: clear list warm`:                                                {"cache", "wrm"},
		"name the species of the run":                                                                                {"cache", "warm"},
		"architecture 'ampere' is not known":                                                                         {"cache", "warm", "--species", "O2", "--architecture", "ampere"},
		`no command "propertis"; nearest: properties`:                                                                {"bench", "propertis"},
		"unknown flag: --tolerence; nearest: --tolerance":                                                            {"compare", "a", "b", "--tolerence", "x"},
		`colour map "rainbow" is not known`:                                                                          {"plot", "a.h5", "--colors", "rainbow"},
	} {
		expect(t, trouble, "", complaint, arguments...)
	}
}

// full is a device with no room; false where the system has none.
func full(t *testing.T) *os.File {
	t.Helper()
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("skipped: no /dev/full here: %v", err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// Every command that prints, into a full disk: exit 2 and one line.
func TestAnswersIntoAFullDisk(t *testing.T) {
	var lines [][]string
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		lines = append(lines, append(append([]string{}, path...), "--help"))
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(rootCommand())
	l := write(t, "l.json", library)
	for _, arguments := range append(lines, [][]string{{}, {"kernels"}, {"kernels", "--json"}, {"doctor"}, {"doctor", "--json"}, {"version"}, {"species"},
		{"species", "list"}, {"species", "show", "H2O", "--json"}, {"species", "check", kerosene}, {"species", "check", kerosene, "--missing-critical", "refuse"},
		{"completion", "bash"}, {"completion", "zsh"}, {"report", l}, {"report", l, "--json"}, {"bench"}}...) {
		var complaints strings.Builder
		if code := run(arguments, full(t), &complaints); code != trouble || !strings.Contains(complaints.String(), "no space left on device") || strings.Count(complaints.String(), "\n") != 1 {
			t.Errorf("drawbridge %s > /dev/full: exit %d, %q", strings.Join(arguments, " "), code, complaints.String())
		}
	}
}

func TestColourOnRequest(t *testing.T) {
	if _, out, _ := say("doctor", "--color", "always"); !strings.Contains(out, "\x1b[") {
		t.Error("--color always has no colour")
	}
}

func TestListsAsJSON(t *testing.T) {
	var kernels []kernelLine
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "kernels", "--json")), &kernels); err != nil || len(kernels) < 5 || len(kernels[0].Reads) == 0 || len(kernels[0].Variants) < 2 {
		t.Errorf("kernels: %v %v", kernels, err)
	}
	expect(t, 0, "preosthermalproperties          collection  T P Yi[ns]", "", "kernels")
	expect(t, 0, " DiLow[ns]  written  m2/s", "", "kernels", "diluteDiffusion")
	expect(t, 0, " T       read and written  K ", "", "kernels", "preoscalctfromhp")
	var one kernelViews
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "kernels", "molefractions", "--json")), &one); err != nil || one.Needs != "species" || len(one.Views) != 4 || one.Views[0].Meaning != "mass fractions" {
		t.Errorf("kernels molefractions: %+v %v", one, err)
	}
	expect(t, trouble, "", "kernel 'molefraction' is not known; drawbridge kernels lists them; did you mean 'molefractions'?", "kernels", "molefraction")
	expect(t, trouble, "", "2 arguments given, expected one NAME or none", "kernels", "a", "b")
	if line := expect(t, 0, "drawbridge ", "", "--version"); line != expect(t, 0, "", "", "version") {
		t.Errorf("--version prints %q", line)
	}
	var versions map[string]string
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "version", "--json")), &versions); err != nil || versions["drawbridge"] == "" {
		t.Errorf("version: %v %v", versions, err)
	}
}

func TestRanges(t *testing.T) {
	for want, list := range map[string][]int{"": nil, "3": {3}, "0-2,5,7-8": {0, 1, 2, 5, 7, 8}} {
		if got := report.Ranges(list); got != want {
			t.Errorf("%v is %q, expected %q", list, got, want)
		}
	}
}

func TestWithoutHDF5(t *testing.T) {
	if hdf5file.Available {
		t.Skip("this build reads HDF5; the other one is tested by `go test ./cmd/...` without the tag")
	}
	expect(t, trouble, "", "built without HDF5", "compare", "a.h5", "b.h5")
	expect(t, trouble, "", "built without HDF5", "plot", "a.h5")
}

const (
	fortranRun = `{"run": "fortran", "ranks": 2, "cells": 4096, "steps": 10, "species": ["O2", "CH4"],
	  "step_seconds": 0.020, "property_seconds": 0.016, "routines": [{"name": "preoscalctpfromrhoe", "calls": 30, "seconds": 0.12}]}`
	bridgeRun = `{"run": "bridge", "ranks": 2, "cells": 4096, "steps": 10, "species": ["O2", "CH4"],
	  "step_seconds": 0.005, "property_seconds": 0.001, "routines": [{"name": "preoscalctpfromrhoe", "calls": 30, "seconds": 0.01}]}`
	library = `{"device": "host avx512 x1", "kernels": [{"name": "preoscalctpfromrhoe", "calls": 30, "points": 122880, "seconds": 0.0123, "bytes": 5898240}],
	  "copies": [{"name": "in T", "calls": 30, "bytes": 983040, "seconds": 0.0001}], "flags": [{"name": "not_converged", "points": 3}]}`
)

func TestReport(t *testing.T) {
	f, b, l := write(t, "f.json", fortranRun), write(t, "b.json", bridgeRun), write(t, "l.json", library)
	out := expect(t, 0, "4.00x", "", "report", l, f, b)
	for _, want := range []string{"16.00x", "12.00x", "Drawbridge on host avx512 x1", "preoscalctpfromrhoe", "in T", "flagged: 3 points not_converged", "4096 cells, 2 ranks, 2 species (O2 CH4)"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	var account struct{ Pairs []struct{ Ratio float64 } }
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "report", f, b, "--json")), &account); err != nil || account.Pairs[0].Ratio != 4 {
		t.Errorf("%+v %v", account, err)
	}
	expect(t, 0, "preoscalctpfromrhoe", "", "report", l)
	x, y := write(t, "x.json", `{"device":"x"}`), write(t, "y.json", `{"device":"y"}`)
	expect(t, 0, x+" and "+y+" have no times of kernels or copies", "", "report", x, y)
	expect(t, trouble, "", "a second run of kind", "report", f, f)
	expect(t, trouble, "", "not of one case", "report", f, write(t, "c.json", strings.Replace(bridgeRun, "4096", "4097", 1)))
	expect(t, trouble, "", "neither a solver's timings", "report", write(t, "x.json", "{}"))
	expect(t, trouble, "", "no JSON", "report", write(t, "x.json", "{"))
	expect(t, trouble, "", "no such file", "report", "none.json")
	expect(t, trouble, "", "are not a run", "report", write(t, "x.json", `{"run": "bridge"}`))
}

// What is no file of DRAWBRIDGE_CHECK=compare is refused in one line.
func TestExplain(t *testing.T) {
	for text, want := range map[string]string{
		"{":                       "no JSON, or cut off, at byte 1",
		`[{"collection": "preosr`: "no JSON, or cut off, at byte 23",
		`{"run": "bridge"}`:       "JSON of another kind",
		"[1]":                     "JSON of another kind",
		"[]":                      "JSON without plans",
		"null":                    "JSON without plans",
		`[{"run": "bridge"}]`:     "plan 1: it has no inputs, outputs or species data",
	} {
		expect(t, trouble, "", want, "explain", write(t, "x.json", text))
	}
	expect(t, trouble, "", "no such file", "explain", "none.json")
	expect(t, trouble, "", "it is a folder, expected a regular file", "explain", t.TempDir())
	expect(t, trouble, "", "0 arguments given, expected FILE", "explain")
}

func TestBench(t *testing.T) {
	properties := write(t, "p", `#!/bin/sh
echo '{"bench":"properties","species":5,"isa":"avx512","points":12288,"reference_ns":200,"kernel_ns":10,"bridge_ns":20}'
echo '{"bench":"properties","species":50,"isa":"best","points":12288,"reference_ns":2000,"kernel_ns":50,"bridge_ns":60}'
echo "device $DRAWBRIDGE_DEVICE arguments $*"
`)
	picture := filepath.Join(t.TempDir(), "cost.png")
	_, out, complaints := say("bench", "properties", "--program", properties, "--device", "host", "--plot", picture, "--", "species=5")
	for _, want := range []string{"20.0x", "40.0x", "33.3x", "12288"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if !strings.Contains(complaints, "device host arguments species=5") {
		t.Errorf("the program got %q", complaints)
	}
	if image, err := os.ReadFile(picture); err != nil || !strings.HasPrefix(string(image), "\x89PNG") {
		t.Errorf("%v: no PNG", err)
	}
	bridge := write(t, "b", `#!/bin/sh
echo '{"bench":"bridge","name":"empty call","value":0.4,"unit":"us"}'
echo '{"bench":"bridge","name":"packing","value":12,"unit":"GB/s","yardstick":10}'
`)
	if out = expect(t, 0, "empty call", "", "bench", "bridge", "--program", bridge); !strings.Contains(out, "1.20") {
		t.Errorf("%s", out)
	}
	var results []map[string]any
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "bench", "calls", "--json", "--program", bridge)), &results); err != nil || results[1]["value"] != 12. {
		t.Errorf("%v %v", results, err)
	}
	expect(t, trouble, "", "build it with `make`", "bench", "bridge")
	expect(t, trouble, "", "no such file", "bench", "bridge", "--program", "/none")
	expect(t, trouble, "", "printed no result", "bench", "bridge", "--program", write(t, "n", "#!/bin/sh\n"))
	expect(t, trouble, "", "exit status 3", "bench", "bridge", "--program", write(t, "e", "#!/bin/sh\nexit 3\n"))
	expect(t, trouble, "", "no result of bench_bridge", "bench", "bridge", "--program", properties)
}

// Every benchmark shows a line that has all keys of its columns, and one that has none of them.
func TestBenchTables(t *testing.T) {
	for _, b := range append([]bench{propertyScaling, fieldScaling}, benches...) {
		full := measure.Line{"bench": b.kind}
		for _, text := range b.columns {
			for _, key := range strings.FieldsFunc(termOf(text), func(r rune) bool { return r == '*' || r == '/' }) {
				full[key] = 2.
			}
		}
		for i, cell := range full.Cells(b.columns) {
			if cell == "" || strings.Contains(cell, "%!") {
				t.Errorf("%s: column %q shows %q", b.name, b.columns[i], cell)
			}
		}
		for i, cell := range (measure.Line{}).Cells(b.columns) {
			if cell != "" {
				t.Errorf("%s: column %q of an empty line shows %q", b.name, b.columns[i], cell)
			}
		}
	}
}

// A launcher without slots ends the measuring; what was measured is printed, and what to do.
func TestScalingWithoutSlots(t *testing.T) {
	launcher := write(t, "mpirun", `#!/bin/sh
[ "$2" -le 2 ] || { echo There are not enough slots. >&2; exit 1; }
echo '{"bench":"scaling","ranks":'$2',"threads":1,"species":5,"points":1000,"seconds":0.5}'
`)
	code, out, complaint := say("bench", "scaling", "--ranks", "4", "--mpirun", launcher, "--program", launcher)
	if code != trouble || strings.Count(out, "500.000") != 2 || !strings.Contains(out, "50.0 %") || !strings.Contains(complaint, "not enough slots.\n") ||
		!strings.Contains(complaint, "3 ranks: mpirun: exit status 1; where slots are missing: fewer --ranks, or OMPI_MCA_rmaps_base_oversubscribe=1") {
		t.Errorf("code %d\n%s\n%s", code, out, complaint)
	}
	other := write(t, "other", `#!/bin/sh
echo '{"bench":"domains","case":"wave","ranks":1,"weak":0,"first_ms":2,"second_ms":1,"third_ms":1,"bytes":9,"transport":"auto"}'
`)
	expect(t, trouble, "", "2 ranks were started, and 1 came", "bench", "domains", "--ranks", "2", "--mpirun", other, "--program", other)
	expect(t, trouble, "", "16 to 2048", "bench", "scaling", "--of", "fields", "--n", "2")
}

// termOf is what a column shows: TITLE|TERM|FORMAT.
func termOf(column string) string {
	parts := append(strings.Split(column, "|"), "")
	return cmp.Or(parts[1], parts[0])
}
