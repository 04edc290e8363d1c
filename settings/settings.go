// Package settings holds the one list of settings: what a host may pass to initialize, and the
// DRAWBRIDGE_ environment variable that overrides it, so that a batch script can steer a solver
// that cannot be recompiled.
//
// Here lives a setting's name, default, values and meaning. Never here: reading the environment
// (bridge does, with C's getenv, because Go's own copy misses a later setenv) or acting on a value.
package settings

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Setting is one entry of the list.
type Setting struct {
	Name    string            // "device": the argument of initialize; DRAWBRIDGE_DEVICE overrides it
	Default string            // what holds when nobody says anything
	Values  []string          // the words it takes; empty: see Meaning
	Meaning string            // for the documentation
	most    int               // the greatest count it takes, where it is a count
	least   int               // the least one
	words   []string          // the words it takes where another value is a file or a folder
	gone    map[string]string // values of earlier releases: what to do without each
	check   func(value string) bool
}

// Environment gives the variable that overrides the setting.
func (s Setting) Environment() string { return "DRAWBRIDGE_" + strings.ToUpper(s.Name) }

// List is every setting, in the order of the documentation.
var List = []Setting{
	{Name: "device", Default: "", Values: []string{"host", "memcheck", "cuda", "cuda:N", "hip", "hip:N", "gpu", "gpu:N"}, check: isDevice,
		Meaning: "where kernels run. cuda is an NVIDIA GPU, hip an AMD GPU, gpu the first of these. Default: a GPU that is usable (sm_80 or newer, gfx90a, gfx942 or gfx1100, runs a trial kernel, has memory for a plan of all properties), otherwise host. The report gives the choice and the reason"},
	{Name: "threads", Default: "0", Values: []string{"0 to 1024"}, most: 1024,
		Meaning: "host threads of a rank. 0: the CPUs that the rank may use, divided among the ranks of the node that share them"},
	{Name: "max_block", Default: "12288", Values: []string{"1 to 2147483647"}, least: 1, most: math.MaxInt32,
		Meaning: "points of a stripe, the range of points that a plan copies and computes at once (docs/how_to/max_block.md). Programs with the legacy calls choose their ranges themselves"},
	{Name: "isa", Default: "", Values: []string{"avx512", "avx2", "baseline", "neon"}, check: isWord("avx512", "avx2", "baseline", "neon"),
		Meaning: "instruction set of the host kernels: avx512, avx2 and baseline on amd64, neon on arm64. Default: the best of this CPU. If device is not set, this setting selects the host (environment only)"},
	{Name: "layout", Default: "left", Values: []string{"left", "right"}, check: isWord("left", "right"),
		Meaning: "layout of the views: left (point fastest) or right (species fastest)"},
	{Name: "stencils", Default: "measure", check: isAnything,
		Meaning: "how stencils run: measure variants at the first use of a shape, or take the first. unfused: no operators of a sequence run together. unrecorded: a GPU gets each launch of a sequence by a call of its own. parts: poisson waits after each part of a cycle, and the report has its time for each level. operator=variant selects one. Words are separated by commas"},
	{Name: "mechanism", Default: "", check: isAnything,
		Meaning: "Cantera YAML file with the species data. The order is that of the species given, otherwise that of the file. Default: the built-in table"},
	{Name: "missing_critical", Default: "estimate", Values: []string{"estimate", "refuse"}, check: isWord("estimate", "refuse"),
		Meaning: "critical data that neither the mechanism file nor the built-in table has: estimate from the Lennard-Jones parameters and say so in the report, or refuse"},
	{Name: "options", Default: "", check: isList,
		Meaning: "conventions of the equation of state and of transport, as name=value,name=value (docs/options.md). Those of the environment win over set_option"},
	{Name: "on_error", Default: "", Values: []string{"stop", "return"}, check: isWord("stop", "return"),
		Meaning: "what a failure does if the call has no stat: stop the program (default) or return (environment only)"},
	{Name: "check", Default: "flag", Values: []string{"flag", "strict", "compare"}, check: isWord("flag", "strict", "compare"),
		Meaning: "bad values: flag the point and continue, or make the call fail. compare: flag, and compare the first runs of plans with your own routine (docs/how_to/compare_routine.md)"},
	{Name: "report", Default: "", check: isAnything,
		Meaning: "file for the report at finalize: text, JSON if the name ends in .json, - for standard output. %r in the name is the rank; without %r rank 0 writes for all (docs/mpi.md)"},
	{Name: "patience", Default: "60", Values: []string{"0 to 86400"}, most: 86400,
		Meaning: "seconds that a rank waits for the others in a collective call, if comm was given (environment only)"},
	{Name: "collective", Default: "auto", Values: []string{"auto", "hdf5", "direct", "gather"}, check: isWord("auto", "hdf5", "direct", "gather"),
		Meaning: "how the ranks of a snapshot with comm write one file: by parallel HDF5, each rank directly, or through rank 0 (docs/mpi.md). auto: the first that works (environment only)"},
	{Name: "transport", Default: "auto", Values: []string{"auto", "ipc", "nccl", "mpi", "staging"}, check: isWord("auto", "ipc", "nccl", "mpi", "staging"),
		Meaning: "how halos pass between the GPUs of two ranks. ipc stores them into the other rank's memory (same node). nccl sends them by NCCL, mpi by a device-aware MPI. staging goes through host memory and MPI. auto: the fastest that passes its proof (docs/mpi.md) (environment only)"},
	{Name: "nccl", Default: "", check: isAnything,
		Meaning: "library of NCCL or RCCL (libnccl.so.2, librccl.so.1), a file or a folder, or off. Default: the loader's (environment only)"},
	{Name: "device_mpi", Default: "auto", Values: []string{"auto", "on", "off"}, check: isWord("auto", "on", "off"),
		Meaning: "whether the MPI takes addresses of a GPU's memory: auto asks it (MPIX_Query_cuda_support), on says that it does. An MPI that does not would end the process (environment only)"},
	{Name: "overlap", Default: "on", Values: []string{"on", "off"}, check: isWord("on", "off"), gone: map[string]string{"always": "computed fields of a GPU while their halos travelled, and is gone since 0.3.0, because it was slower. Use on"},
		Meaning: "on: plans overlap copies and kernels of several stripes on a GPU, and work in place on host cores. off: one stripe after the other, copied in, computed, copied out (environment only)"},
	{Name: "cache", Default: "", words: []string{"off"}, check: isAnything,
		Meaning: "folder for kernels compiled for a GPU, or off. Default: drawbridge in XDG_CACHE_HOME or ~/.cache (environment only)"},
	{Name: "tune", Default: "on", check: isAnything,
		Meaning: "variants of a GPU's kernels: on (measure at the first launch of a size, docs/variants.md), off (use the first), or the name of a variant (environment only)"},
	{Name: "debug", Default: "", Values: []string{"sources", "log", "sync", "bounds", "all"}, check: isDebug,
		Meaning: "diagnosis of a GPU's kernels, words joined by commas. sources: texts and options; log: registers, spills and compile time; sync: each launch; bounds: each access to a view; all: all of them (environment only)"},
	{Name: "cuda", Default: "", check: isAnything,
		Meaning: "folder of NVRTC (libnvrtc.so). Default: the loader's, CUDA_HOME/lib64, /usr/local/cuda/lib64 (environment only)"},
	{Name: "hiprtc", Default: "", check: isAnything,
		Meaning: "folder of hipRTC (libhiprtc.so.6). Default: the loader's, ROCM_PATH/lib, /opt/rocm/lib (environment only)"},
	{Name: "driver", Default: "", check: isAnything,
		Meaning: "library of the GPU's driver (libcuda.so.1 or libamdhip64.so.6), a file or a folder. Default: the loader's (environment only)"},
	{Name: "tool", Default: "", check: isAnything,
		Meaning: "your shared object, which Drawbridge calls for every kernel and copy (docs/tools.md) (environment only)"},
	{Name: "nvtx", Default: "", check: isAnything,
		Meaning: "library of NVTX ranges for NVIDIA's profilers, or off. Default: the loader's libnvToolsExt.so.1, on a GPU (environment only)"},
	{Name: "hdf5", Default: "", check: isAnything,
		Meaning: "HDF5 library for snapshots, a file or a folder. Default: the one that the host has loaded, otherwise the system's (environment only)"},
	{Name: "log", Default: "stderr", words: []string{"stderr", "off"}, check: isAnything,
		Meaning: "where warnings go: stderr, off, or a file (%r in its name is the rank). On stderr rank 0 alone writes warnings of all ranks (the first process of the job, where each has a Frame of its own). Each rank writes its own: doubts about its data, errors at finalize, failed points, errors without a stat. A file takes the lines of every rank"},
}

// Values are the settings that hold for one Frame, by name.
type Values map[string]string

// Resolve merges what the host gave with what the environment says (both as name -> value, the
// environment by its DRAWBRIDGE_ names) and checks every value. Unknown DRAWBRIDGE_ variables
// come back as warnings; an unknown name given by the host is an error.
func Resolve(given, environment map[string]string) (Values, []string, error) {
	values := Values{}
	for name := range given {
		if _, ok := find(name); !ok {
			return nil, nil, status.Errorf(status.UnknownName, "setting '%s' is not known%s", name, nearest.Known(name, "settings are", Names(), "docs/settings.md lists all"))
		}
	}
	for _, s := range List {
		value, origin := s.Default, "default"
		if v, ok := given[s.Name]; ok {
			value, origin = v, "argument "+s.Name
		}
		if v, ok := environment[s.Environment()]; ok && v != "" {
			value, origin = v, s.Environment()
		}
		value = strings.TrimSpace(value)
		if value != "" && !s.admits(value) {
			return nil, nil, status.Errorf(status.Argument, "%s: '%s' %s", origin, value, s.expected(value))
		}
		values[s.Name] = value
	}
	return values, unknown(environment), nil
}

// Changed lists the settings of Resolve that are not the defaults, as "check=strict (DRAWBRIDGE_CHECK)", in the order of the list.
func (v Values) Changed(environment map[string]string) []string {
	var words []string
	for _, s := range List {
		if v[s.Name] == s.Default {
			continue
		}
		origin := "argument"
		if environment[s.Environment()] != "" {
			origin = s.Environment()
		}
		words = append(words, s.Name+"="+v[s.Name]+" ("+origin+")")
	}
	return words
}

// Int gives a setting that is a count.
func (v Values) Int(name string) int {
	n, _ := strconv.Atoi(v[name])
	return n
}

// Names gives the names of all settings.
func Names() []string {
	names := make([]string, len(List))
	for i, s := range List {
		names[i] = s.Name
	}
	return names
}

func (s Setting) admits(value string) bool {
	if s.most > 0 {
		return isCount(value, s.least, s.most)
	}
	return !s.mistyped(value) && s.check(value)
}

// switches are words that other programs take for on, off and a stream; nobody calls a file so without a folder.
var switches = []string{"on", "no", "none", "null", "false", "true", "yes", "0", "1", "-", "stdout"}

// mistyped tells whether a value is nearly one of the words, so that a file of that name would be a surprise.
func (s Setting) mistyped(value string) bool {
	if len(s.words) == 0 || slices.Contains(s.words, value) || strings.ContainsAny(value, "/.%") {
		return false
	}
	return slices.Contains(switches, strings.ToLower(value)) || nearest.Question(value, s.words) != ""
}

// expected ends the sentence about a wrong value.
func (s Setting) expected(value string) string {
	switch {
	case s.gone[value] != "":
		return s.gone[value]
	case s.most > 0:
		return wrongCount(value, s.least) + ", expected " + s.Values[0] + " (" + s.Meaning + ")"
	case s.mistyped(value):
		hint := nearest.Question(value, s.words)
		if hint == "" {
			hint = "."
		}
		return fmt.Sprintf("is not %s%s For a file or folder of this name, give ./%s", strings.Join(s.words, " or "), hint, value)
	case len(s.Values) > 0:
		return "is not one of " + strings.Join(s.Values, ", ")
	}
	return "is not name=value" // the only checked setting without words is such a list
}

func find(name string) (Setting, bool) {
	for _, s := range List {
		if s.Name == name {
			return s, true
		}
	}
	return Setting{}, false
}

func unknown(environment map[string]string) []string {
	known := map[string]bool{"DRAWBRIDGE_LIBRARY": true} // names the library for Python (docs/python.md)
	for _, s := range List {
		known[s.Environment()] = true
	}
	var warnings []string
	for name := range environment {
		if !known[name] {
			warnings = append(warnings, "environment variable "+name+" is not known and does nothing"+nearest.Question(name, slices.Sorted(maps.Keys(known))))
		}
	}
	sort.Strings(warnings)
	return warnings
}

func isAnything(string) bool { return true }

// isDebug admits the words of the setting "debug".
func isDebug(v string) bool {
	for _, word := range strings.Split(v, ",") {
		if !slices.Contains([]string{"sources", "log", "sync", "bounds", "all"}, strings.TrimSpace(word)) {
			return false
		}
	}
	return true
}

// isList admits name=value,name=value; Pairs reads it.
func isList(v string) bool { return Pairs(v) != nil }

// Pairs reads name=value,name=value; nil where the text is something else.
func Pairs(text string) [][2]string {
	pairs := [][2]string{}
	for _, part := range strings.Split(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if !ok || strings.TrimSpace(name) == "" {
			return nil
		}
		pairs = append(pairs, [2]string{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
	return pairs
}

// Words reads a list of names, or of name=value, which blanks or commas divide. Blanks beside the = belong to the pair: Fortran's
// formats write 'dt= 1.0E-09'.
func Words(text string) []string {
	return strings.FieldsFunc(aroundEquals.ReplaceAllString(text, "="), func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

var aroundEquals = regexp.MustCompile(`\s*=\s*`)

func isCount(v string, least, most int) bool {
	n, err := strconv.Atoi(v)
	return err == nil && n >= least && n <= most && v[0] != '+'
}

// wrongCount says why a text is no count.
func wrongCount(value string, least int) string {
	n, err := strconv.Atoi(value)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange) || strings.HasPrefix(value, "+"):
		return "is no whole number"
	case n < 0:
		return "is negative"
	case n < least:
		return "is too small"
	}
	return "is too large"
}

func isWord(words ...string) func(string) bool {
	return func(v string) bool {
		for _, w := range words {
			if v == w {
				return true
			}
		}
		return false
	}
}

func isDevice(v string) bool {
	kind, number, numbered := strings.Cut(v, ":")
	if isGPU := isWord("cuda", "hip", "gpu")(kind); isGPU && numbered {
		return isCount(number, 0, 1024)
	}
	return isWord("host", "memcheck", "cuda", "hip", "gpu")(v)
}
