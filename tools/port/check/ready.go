package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
)

// ready is a compiled comparison.
type ready struct {
	Stamp   string // of the texts and options that it is made of
	Types   []agreement
	program string
}

// agreement is what gfortran's dump says of the names of a routine.
type agreement struct {
	Agreed  int
	Trouble string
}

// The files that a folder keeps of a comparison: the program, and what else is known of it.
const program, knowledge = "compare", "compare.json"

// prepared makes the comparison. Where a compiler is not found, it answers that of the folder o.Ready if it is made of the same:
// its stamp does not have what only compilers read, as modules and objects that flags name.
func prepared(folder string, files []*source.File, list []*translate.Routine, packs []*translate.Pack, o Options) (*ready, error) {
	all := texts(list, packs, o)
	r := &ready{Stamp: stamp(all, files, o)}
	for _, name := range []string{"gfortran", "g++", "objcopy"} {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if kept := read(o.Ready); !o.Prepare && kept != nil && kept.Stamp == r.Stamp && len(kept.Types) == len(list) {
			return kept, nil
		}
		return nil, fmt.Errorf("the check needs %s: install it, leave --check out, or run --prepare with the same files and options where it is, and bring the folder %s here", name, filepath.Base(o.Ready))
	}
	known := types{}
	var err error
	var left map[string]string
	if r.program, left, err = build(folder, files, list, all, o, known); err != nil {
		return nil, err
	}
	for _, x := range list {
		agreed, trouble := known.compare(x)
		if reason := left[place(x.Procedure.Unit)]; reason != "" {
			trouble = reason
		}
		r.Types = append(r.Types, agreement{agreed, trouble})
	}
	if o.Prepare {
		return r, r.keep(o.Ready)
	}
	return r, nil
}

// stamp says of which texts and options a comparison is made.
func stamp(all map[string]string, files []*source.File, o Options) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(sum, "%s %q\n", name, all[name])
	}
	for _, f := range files {
		fmt.Fprintf(sum, "%q\n", f.Lines)
	}
	setup, _ := os.ReadFile(o.Setup)
	fmt.Fprintf(sum, "%q %q %d %v\n", setup, o.Flags, o.Widest, o.GPU)
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// read answers the comparison that a folder keeps, or nil.
func read(folder string) *ready {
	if folder == "" {
		return nil
	}
	r := &ready{program: filepath.Join(folder, program)}
	text, err := os.ReadFile(filepath.Join(folder, knowledge))
	if err != nil || json.Unmarshal(text, r) != nil {
		return nil
	}
	if _, err := os.Stat(r.program); err != nil {
		return nil
	}
	return r
}

// keep copies the comparison into a folder.
func (r *ready) keep(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	text, err := os.ReadFile(r.program)
	if err != nil {
		return err
	}
	for _, name := range []string{program, knowledge} { // a program that runs cannot be written
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, program), text, 0o755); err != nil {
		return err
	}
	if text, err = json.Marshal(r); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, knowledge), text, 0o644)
}

// fused is the flag with which g++ fuses products and sums, for processors other than this one, too.
func fused() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	if runtime.GOARCH == "amd64" && bytes.Contains(text, []byte(" fma ")) {
		return "-mfma"
	}
	return "-march=native"
}
