// Package check compares translations with the Fortran that they came from: both are compiled without optimisation, and
// run over random and boundary values, one process for each routine. It needs gfortran, g++ and objcopy.
package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
)

// Options say how a comparison runs.
type Options struct {
	Points  int                      // points for each routine
	Seed    int                      // of the random values
	Ranges  map[string]Range         // by argument, or routine.argument
	Setup   string                   // a Fortran file with subroutine port_setup, which fills the variables of modules; or ""
	Flags   []string                 // of gfortran, beyond -O0 -ffp-contract=off
	Limit   time.Duration            // of the process of one routine
	Packs   bool                     // compare packs, too
	GPU     bool                     // compare on a GPU, too
	Widest  int                      // bits of the widest register of packs; 0: the machine's
	spoil   func(text string) string // of a test: plants an error into the text for a GPU
	Scratch string                   // folder for the programs; "" makes one and removes it
	Ready   string                   // folder that keeps the compiled comparison, for machines without compilers; "": none
	Prepare bool                     // compile the comparison into Ready, and compare nothing
}

// Apart is how far an output is from the original's.
type Apart struct {
	ULP   uint64 `json:"ulp"`
	Trial int    `json:"trial"`
}

// Scaled is the comparison of a routine whose values may have other last bits: as packs, or on a GPU. Its unit is one rounding, and
// what the Fortran's answer moves where the inputs move by one unit in the last place, or where products and sums are contracted.
type Scaled struct {
	Points  int                `json:"points"`
	Values  int                `json:"values"`
	Beyond  int                `json:"beyond"` // farther than 1000 units
	Worst   float64            `json:"worst"`  // in units
	Where   string             `json:"where"`
	Outputs map[string]float64 `json:"outputs"`          // the worst of each, in units
	Reason  string             `json:"reason,omitempty"` // why there is no such comparison
}

// Result is the comparison of one routine.
type Result struct {
	Routine   string           `json:"routine"`
	Points    int              `json:"points"`
	Outside   int              `json:"outside"`
	Undefined int              `json:"undefined"`
	Open      int              `json:"open"`
	Values    int              `json:"values"`
	Different int              `json:"different"`
	Varies    bool             `json:"varies"` // an output that the routine computes is finite, and not the same at all points
	Reasons   map[string]int   `json:"reasons"`
	Worst     map[string]Apart `json:"worst"`
	Branches  [][2]int         `json:"branches"`
	Lines     []int            `json:"lines"`
	Types     int              `json:"types"` // names whose type gfortran's own dump confirms
	Packs     Scaled           `json:"packs"`
	GPU       Scaled           `json:"gpu"`
	Trouble   string           `json:"trouble,omitempty"` // why there is no comparison
}

// mostArguments is how many the driver has room for, with the variables of modules that the routine writes.
const mostArguments = 280

// Run compares the routines with the Fortran in the files.
func Run(files []*source.File, list []*translate.Routine, o Options) ([]Result, error) {
	if len(list) == 0 {
		return nil, nil
	}
	var packs []*translate.Pack
	if o.Packs {
		for _, r := range list {
			packs = append(packs, translate.Packs(r.World, r.Procedure))
		}
	}
	folder := o.Scratch
	if folder == "" {
		made, err := os.MkdirTemp("", "drawbridge-port-")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(made) }()
		folder = made
	}
	ready, err := prepared(folder, files, list, packs, o)
	if err != nil || o.Prepare {
		return nil, err
	}
	results := make([]Result, len(list))
	for k, r := range list {
		if len(r.Procedure.Arguments) > mostArguments {
			results[k] = Result{Routine: r.Procedure.Label(), Lines: r.Branches, Trouble: fmt.Sprintf("it has more than %d arguments", mostArguments)}
			continue
		}
		if trouble := ready.Types[k].Trouble; trouble != "" {
			results[k] = Result{Routine: r.Procedure.Label(), Lines: r.Branches, Trouble: trouble}
			continue
		}
		var more []string
		if o.GPU && noGPU(r, list) == "" {
			path, text := filepath.Join(folder, "kernel.cu"), textForGPU(r, list)
			if o.spoil != nil {
				text = o.spoil(text)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return nil, err
			}
			more = append(more, path)
		}
		results[k] = one(ready.program, k, r, o, more...)
		results[k].Types = ready.Types[k].Agreed
		if packs != nil {
			results[k].Packs.Reason = packs[k].Reason
		}
		if o.GPU {
			results[k].GPU.Reason = noGPU(r, list)
		}
	}
	return results, nil
}

// one runs the process of one routine.
func one(program string, k int, r *translate.Routine, o Options, more ...string) Result {
	limit := o.Limit
	if limit == 0 {
		limit = time.Minute
	}
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	answer := Result{Routine: r.Procedure.Label()}
	out, err := exec.CommandContext(ctx, program, append([]string{fmt.Sprint(k), fmt.Sprint(o.Points), fmt.Sprint(o.Seed)}, more...)...).Output()
	switch {
	case ctx.Err() != nil:
		answer.Trouble = fmt.Sprintf("no end after %v", limit)
	case err != nil:
		answer.Trouble = "the process ended with " + err.Error()
	default:
		text := string(out)
		if at := strings.LastIndex(text, "{\"routine\""); at > 0 {
			text = text[at:]
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			answer.Trouble = "its answer cannot be read: " + err.Error()
		}
	}
	answer.Lines = r.Branches
	return answer
}

// texts are the files of the program that compares, but for the Fortran.
func texts(list []*translate.Routine, packs []*translate.Pack, o Options) map[string]string {
	text, zeros, names := translate.Text(list), "", ""
	for _, r := range list {
		zeros += r.Sizes
		name := translate.Name(r.Procedure)
		names += fmt.Sprintf("#define %s c_%s\n", name, name)
	}
	all := map[string]string{"port.h": translate.Prelude(), "checked.h": checkedHeader, "driver.h": driverHeader, "compare.h": compareHeader, "lanes.h": lanesHeader, "gpu.h": gpuHeader, "packs.h": translate.PacksHeader(), "types.h": translate.Header(list),
		"plain.cpp": text + "#define F_SIZES\n" + zeros, "checked.cpp": names + text, "driver.cpp": driver(list, packs, o)}
	if packs != nil || o.GPU { // the same as compilers may round it elsewhere
		all["fused.cpp"] = strings.ReplaceAll(names, " c_", " m_") + text
	}
	if packs != nil {
		all["packs.cpp"] = lanesText(list, packs)
	}
	return all
}

// build compiles the original, both translations and the driver.
func build(folder string, files []*source.File, list []*translate.Routine, all map[string]string, o Options, known types) (string, map[string]string, error) {
	for name, content := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			return "", nil, err
		}
	}
	cpp := []string{"-std=c++17", "-O0", "-ffp-contract=off", "-fwrapv", "-fno-math-errno", "-w", "-c"}
	parts := [][]string{{"plain.cpp", "-ftrivial-auto-var-init=zero"}, {"checked.cpp", "-DF_CHECK", "-ftrivial-auto-var-init=pattern"}, {"driver.cpp"}}
	if all["fused.cpp"] != "" {
		parts = append(parts, []string{"fused.cpp", "-DF_CHECK", "-O2", "-ffp-contract=fast", "-ftrivial-auto-var-init=zero", fused()})
	}
	if all["packs.cpp"] != "" {
		parts = append(parts, []string{"packs.cpp", "-O0", fmt.Sprintf("-DF_WIDEST=%d", cmp.Or(o.Widest, 512))})
	}
	var objects []string
	for _, c := range parts {
		if err := tool(folder, "g++", append(slices.Clone(cpp), c...)...); err != nil {
			return "", nil, fmt.Errorf("the translation does not compile, which is an error of drawbridge port: %w", err)
		}
		objects = append(objects, strings.TrimSuffix(c[0], ".cpp")+".o")
	}
	matmul := slices.ContainsFunc(list, func(r *translate.Routine) bool { return r.Matmul })
	fortran, left, err := originals(folder, files, list, o, matmul, known)
	if err != nil {
		return "", nil, err
	}
	if slices.ContainsFunc(list, func(r *translate.Routine) bool { return r.Restored }) {
		if fortran, err = together(folder, fortran); err != nil {
			return "", nil, err
		}
	}
	arguments := append(append([]string{"-o", "compare"}, objects...), fortran...)
	arguments = append(arguments, "-no-pie", "-Wl,-z,lazy", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,muldefs")
	rest := []string{"-lm", "-ldl"}
	if all["packs.cpp"] != "" {
		rest = append(rest, "-lmvec")
	}
	err = errors.New("")
	if o.Ready != "" { // a machine without gfortran may lack its libraries
		err = tool(folder, "g++", append(append(slices.Clone(arguments), "-static-libstdc++", "-static-libgcc", "-Wl,-Bstatic", "-lgfortran", "-lquadmath", "-Wl,-Bdynamic"), rest...)...)
	}
	if err != nil {
		err = tool(folder, "g++", append(append(arguments, "-lgfortran", "-lquadmath"), rest...)...)
	}
	return filepath.Join(folder, "compare"), left, err
}

// together makes one object of all, whose variables lie in two sections of their own, so that the driver can put their values back.
func together(folder string, objects []string) ([]string, error) {
	const one = "owners.o"
	if err := tool(folder, "ld", append([]string{"-r", "-d", "-z", "muldefs", "-o", one}, objects...)...); err != nil {
		return nil, err
	}
	return []string{one}, tool(folder, "objcopy", "--rename-section", ".data=f_owner_data", "--rename-section", ".bss=f_owner_zeros,alloc,load,data,contents", one)
}

// originals compiles the Fortran files, without modules that gfortran does not find; it answers why units are left out, by place.
func originals(folder string, files []*source.File, list []*translate.Routine, o Options, matmul bool, known types) ([]string, map[string]string, error) {
	c := newCut(list, o.Setup)
	for {
		objects, err := c.compiled(folder, files, o, matmul, known)
		if err != nil && (c.misses(err) || c.leavesOut(err)) {
			continue
		}
		if err == nil && !slices.ContainsFunc(list, func(r *translate.Routine) bool { return c.kept[place(r.Procedure.Unit)] != nil }) {
			err = c.first
		}
		return objects, c.leftOut(), err
	}
}

// compiled compiles the files, modules first, and makes private names visible to the driver.
func (c *cut) compiled(folder string, files []*source.File, o Options, matmul bool, known types) (objects []string, err error) {
	clear(known)
	var paths []string
	var own [][]string // flags of each path, beside those of all
	flags := []string{"-O0", "-ffp-contract=off", "-std=legacy", "-w", "-fkeep-static-functions"}
	if matmul { // the compiler writes matmul as loops, which add in the order of the translation
		flags = append(flags, "-ffrontend-optimize", "-finline-matmul-limit=100000")
	}
	for _, f := range InOrder(files) {
		its := slices.Concat(f.Own(), o.Flags) // those of --flags count more, as in the translation
		path, err := c.copies(f, folder, slices.Concat(flags, its))
		if err != nil {
			return nil, err
		}
		if c.origins[path] != nil && f.Preprocessed { // the copy has been through it
			its = append(its, "-nocpp")
		}
		paths, own = append(paths, path), append(own, its)
	}
	if o.Setup != "" {
		full, err := filepath.Abs(o.Setup)
		if err != nil {
			return nil, err
		}
		paths, own = append(paths, full), append(own, o.Flags)
	}
	if slices.Contains(c.missing, "mpi_f08") {
		if err := handles(folder); err != nil {
			return nil, err
		}
	}
	flags = append(flags, c.included...)
	for i, path := range paths {
		object := fmt.Sprintf("owner_%d.o", i)
		flags := slices.Concat(flags, own[i])
		if err := tool(folder, "gfortran", append([]string{"-c", "-o", object, path}, flags...)...); err != nil {
			return nil, c.explain(err)
		}
		known.dump(folder, path, flags)
		if err := tool(folder, "objcopy", "-w", "--globalize-symbol=__*_MOD_*", "--redefine-sym", "main=f_owner_main", object); err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	return objects, nil
}

// InOrder sorts files so that a module comes before the files that use it.
func InOrder(files []*source.File) []*source.File {
	home := map[string]int{}
	uses := make([][]string, len(files))
	for i, f := range files {
		var visit func(u *syntax.Unit)
		visit = func(u *syntax.Unit) {
			if u.Kind == "module" {
				home[u.Name] = i
			}
			for _, d := range u.Declarations {
				if d.Kind == "use" {
					uses[i] = append(uses[i], d.Module)
				}
			}
			for _, c := range u.Contains {
				visit(c)
			}
		}
		for _, u := range syntax.Units(f) {
			visit(u)
		}
	}
	var list []*source.File
	seen := make([]bool, len(files))
	var take func(i int)
	take = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		for _, m := range uses[i] {
			if k, known := home[m]; known {
				take(k)
			}
		}
		list = append(list, files[i])
	}
	for i := range files {
		take(i)
	}
	return list
}

// tool runs a compiler; its error holds the first lines that it printed.
func tool(folder, name string, arguments ...string) error {
	command := exec.Command(name, arguments...)
	command.Dir = folder
	out, err := command.CombinedOutput()
	if err == nil {
		return nil
	}
	var lines []string
	for _, l := range strings.Split(string(out), "\n") {
		if l = strings.TrimSpace(l); strings.Contains(l, "rror") && len(lines) < 3 {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		lines = []string{strings.TrimSpace(string(out))}
	}
	return &failure{name + ": " + strings.Join(lines, " "), string(out)}
}
