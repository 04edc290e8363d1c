package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/files"
	"drawbridge/frame"
	"drawbridge/status/nearest"
	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/nests"
	"drawbridge/tools/port/report"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// porting is what port is told.
type porting struct {
	routines, ranges, flags []string
	reading                 *source.Flags // what flags say about the meaning of the Fortran
	defines, folders        []string      // for the preprocessor
	commands                string        // a file with the commands of the build
	build                   source.Commands
	output, setup           string
	tree, profile           string // of --report
	endAt, perPoint         []string
	asPoint                 []string
	compare, prepare        bool
	partial, library        bool
	packs                   bool
	device                  string // of --check, beside the host
	points, seed, species   int
	limit                   time.Duration
}

// perPointForms says what --per-point takes.
const perPointForms = "expected ROUTINE (the variables that it keeps), /BLOCK/ (of COMMON), MODULE%NAME or MODULE%"

func portCommand() *cobra.Command {
	p := porting{output: "ported", points: 200, seed: 1, limit: time.Minute}
	command := &cobra.Command{
		Use:   "port FILES...",
		Short: "Translate Fortran routines of one grid point into C++ for GPUs, and check them against the Fortran",
		Long: `Translate subroutines and functions that work on scalars and small arrays, and that only read other memory. The
folder of --output receives:

  kernels.cpp   the routines as plain C++, for NVRTC and for a host compiler
  port.h        what the C++ includes
  kernels.list  a line for each kernel: arguments, intents, types, extents, variables of modules
  points.cpp    for each kernel, a C function that calls the compiled Fortran over a range of points
  points.h      what it includes
  packs.h       what it includes with --packs
  set.cpp       the description of the set, which load_kernels reads
  kinds.f90     the kinds of default types, which load_kernels compares with those of the translation
  nests.cpp     loops over a grid that read neighbours: a kernel of one point for each, where there are any
  nests.list    their arrays, and how far they read
  report.md     what was translated, what was refused and why, and the comparison

Compile points.cpp, set.cpp and kinds.f90 with the Fortran into one shared library, and a solver can load it:
frame%load_kernels.
The command for that is printed last.

port rejects what it does not know for certain, with the line, the reason and what to write instead. With --check the
original and the translation are compiled with gfortran and g++ at -O0 without contraction. Both run on random and
boundary values, and every output is compared bit for bit. --device cuda runs the translation on a GPU as well, within
bounds that are scaled by the conditioning of each value.

--prepare compiles the comparison and keeps it in OUTPUT. Bring that folder to a machine with a GPU and without gfortran,
with the Fortran and drawbridge. There --check with the same files and options needs no compiler. Where the
compilers are found, --check compiles again.

--report DIR reads a whole source tree instead of FILES. It translates nothing, and writes survey.md. That page has the
routines that can be ported now, and what the others need. With --profile it has the share of the run time of each.

port also rejects loops over a grid that cannot be a kernel of one point: races, and sums over points. The routine is
then no kernel of a library. --as-point NAME says that the arrays of a routine belong to one point, as those of species.

Subroutines that only fill variables of modules which kernels read stay Fortran: the solver calls them before the kernels
run. They do not change the exit code, unless --routine names them. A subroutine that reads what it fills, or has a real
scalar argument, may be called for each point: it is refused, unless --per-point has its variables.

Exit codes: 0 all routines are translated, and equal where they were compared; 1 some routines or loops are refused, differ
or could not be compared; 2 error. With --partial, refused routines that --routine does not name give 0
as well, if others are translated. With --library, 1 also means that load_kernels has nothing to load, or lacks a
routine of --routine.`,
		Example: "  drawbridge port --report src --profile gprof.txt\n  drawbridge port gas.f90 flux.f90 --check\n  drawbridge port gas.f90 --routine enthalpy --output kernels --check --range T=200:3000 --setup setup.f90",
		Args: func(command *cobra.Command, arguments []string) error {
			if len(arguments) == 0 && p.tree == "" {
				return fmt.Errorf("no files given, expected Fortran files; see %s --help", command.CommandPath())
			}
			return nil
		},
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if err := p.readFlags(); err != nil {
				return err
			}
			if p.tree != "" {
				return p.surveyTree(c, arguments)
			}
			if p.profile != "" {
				return errors.New("--profile needs --report DIR, which says where the time is")
			}
			return p.run(c, arguments)
		},
	}
	flags := command.Flags()
	flags.StringSliceVar(&p.routines, "routine", nil, "translate only these and what they call, as name or module::name; default: all")
	flags.StringVar(&p.tree, "report", "", "read all Fortran files of this folder: which routines can be ported now, and what the others need")
	flags.StringVar(&p.profile, "profile", "", "text of 'gprof -b -p' or 'perf report --stdio', so that --report says where the time is")
	flags.StringSliceVar(&p.endAt, "end-at", nil, "procedures whose call ends a point with an error, as xerbla; the words write and stop: where it prints or stops")
	flags.StringSliceVar(&p.perPoint, "per-point", nil, "what each point has for itself: ROUTINE (the variables that it keeps), /BLOCK/ of COMMON, MODULE%NAME, or MODULE% for all")
	flags.StringSliceVar(&p.asPoint, "as-point", nil, "routines whose arrays belong to one point: their loops are not over a grid, as name or module::name")
	flags.StringVarP(&p.output, "output", "o", p.output, "folder for the C++ and the report")
	flags.BoolVar(&p.partial, "partial", false, "exit with 0 although some routines are refused, unless --routine names them; names of --per-point may be missing")
	flags.BoolVar(&p.packs, "packs", false, "hosts run points side by side in SIMD registers (AVX-512, AVX2): faster, and other last bits; the library needs -lmvec and -lstdc++")
	flags.BoolVar(&p.library, "library", false, "exit with 1 unless load_kernels can load at least one routine, and all of --routine")
	flags.IntVar(&p.species, "species", 0, "number of species that the kernels are written for: load_kernels refuses another; 0: any")
	flags.BoolVar(&p.compare, "check", false, "compare with the Fortran; needs gfortran, g++ and objcopy")
	flags.BoolVar(&p.prepare, "prepare", false, "compile what --check runs into OUTPUT, for a machine without compilers: --check with the same files and options there")
	flags.StringVar(&p.device, "device", "host", "where --check runs the translation: host, or cuda for a GPU as well, within bounds scaled by the conditioning")
	flags.IntVar(&p.points, "points", p.points, "points for each routine of --check")
	flags.IntVar(&p.seed, "seed", p.seed, "seed of the random values of --check")
	flags.StringSliceVar(&p.ranges, "range", nil, "range of an argument or of a variable of a module in --check, as T=200:3000 or enthalpy.T=200:3000")
	flags.StringVar(&p.setup, "setup", "", "Fortran file with subroutine port_setup(), which sets the variables of modules for --check")
	flags.StringArrayVar(&p.flags, "flags", nil, "flags that gfortran gets for the Fortran, with blanks and quotes as in a shell: those that change its meaning (kinds, form, length of lines) are followed or refused")
	flags.StringArrayVar(&p.defines, "define", nil, "name for the preprocessor, as NAME or NAME=VALUE; files that end with .F or .F90 go through it, others with --flags=-cpp")
	flags.StringArrayVar(&p.folders, "include", nil, "folder of files for INCLUDE and #include, next to that of the file itself")
	flags.StringVar(&p.commands, "compile-commands", "", "compile_commands.json of the build: each file is read with its own flags (-D, -I, form, kinds)")
	flags.DurationVar(&p.limit, "limit", p.limit, "time limit of one routine in --check")
	return command
}

func (p porting) run(c *console.Console, paths []string) error {
	if p.points < 1 || p.limit <= 0 {
		return errors.New("--points and --limit are expected to be positive")
	}
	if p.device != "host" && p.device != "cuda" {
		return fmt.Errorf("--device is %q, expected host or cuda", p.device)
	}
	if p.compare && p.prepare {
		return errors.New("--prepare compiles the comparison, and --check runs it; give one of them")
	}
	if p.device == "cuda" && !p.compare && !p.prepare {
		return errors.New("--device cuda needs --check, which compares on the GPU, or --prepare")
	}
	ranges, err := p.intervals()
	if err != nil {
		return err
	}
	if p.species < 0 {
		return fmt.Errorf("--species is %d, expected the number of species, or 0 for any", p.species)
	}
	list, err := p.readFiles(paths)
	if err != nil {
		return err
	}
	names := undefined(list)
	if len(names) > 0 {
		c.Printf("names that the preprocessor asks for and nothing defines: %s", strings.Join(names, " "))
	}
	world := tree.Resolve(list, p.says())
	if left := world.Unfound(); len(left) > 0 {
		bad := fmt.Errorf("--per-point %s: the files have no such variable that is written; %s", strings.Join(left, ","), perPointForms)
		if !p.partial {
			return bad
		}
		c.Printf("%v", bad)
	}
	if err := haveRoutines("as-point", p.asPoint, world.Procedures); err != nil {
		return err
	}
	summary := report.Summary{Procedures: world.Procedures, Routines: translate.All(world), Undefined: names}
	if len(world.Procedures) == 0 {
		return fmt.Errorf("%s: no subroutine and no function found", strings.Join(paths, ", "))
	}
	if summary, err = p.chosen(summary); err != nil {
		return err
	}
	if p.compare || p.prepare {
		if err := meant(ranges, summary); err != nil {
			return err
		}
		if summary.Results, err = check.Run(list, summary.Routines, check.Options{Points: p.points, Seed: p.seed, Ranges: ranges,
			Setup: p.setup, Flags: p.flags, Limit: p.limit, Packs: p.packs, GPU: p.device == "cuda", Ready: filepath.Join(p.output, "check"), Prepare: p.prepare}); err != nil {
			return fmt.Errorf("cannot compare: %w", err)
		}
	}
	if err := p.loops(list, &summary, ranges); err != nil {
		return err
	}
	loops, translations := nests.Loadable(summary.Nests)
	set := kernelset.New(loops.Of(summary.Routines, translations), loops, p.wanted())
	if p.packs {
		packs, without := set.UsePacks()
		summary.PacksOf(set)
		c.Printf("kernels as packs: %s", cmp.Or(strings.Join(packs, " "), "none"))
		for _, w := range without {
			c.Printf("point by point: %s: %s", w.Name, w.Reason)
		}
	}
	if err := p.write(summary, set); err != nil {
		return err
	}
	for _, line := range strings.Split(strings.TrimSuffix(summary.Short(), "\n"), "\n") {
		c.Printf("%s", line)
	}
	c.Printf("written: %s", filepath.Join(p.output, "report.md"))
	if p.prepare && len(summary.Routines) > 0 {
		c.Printf("prepared: %s; on the other machine run the same command with --check instead of --prepare", filepath.Join(p.output, "check"))
	}
	p.tellLibrary(c, list, set)
	different, failed := summary.Wrong()
	if different+failed > 0 || p.refuses(summary) || p.library && !p.loads(set) {
		return verdict(1)
	}
	return nil
}

// loads tells whether a library of the set has what is wanted: all routines of --routine, and one at least.
func (p porting) loads(set *kernelset.Set) bool {
	return len(set.Kernels()) > 0 && (len(p.routines) == 0 || len(set.Without()) == 0)
}

// refuses tells whether the routines that are refused, or their loops, make the command fail.
func (p porting) refuses(s report.Summary) bool {
	stays := s.Stays()
	refused := slices.DeleteFunc(append(s.Refused(), s.RefusedLoops()...), func(q *tree.Procedure) bool { return slices.Contains(stays, q) && !p.named(q) })
	if !p.partial || len(s.Routines) == 0 {
		return len(refused) > 0
	}
	return slices.ContainsFunc(refused, p.named)
}

// named tells whether --routine names a routine.
func (p porting) named(q *tree.Procedure) bool {
	return slices.ContainsFunc(p.routines, func(name string) bool {
		return q.Named(strings.ToLower(name))
	})
}

// wanted are the routines that become kernels: those of --routine, or all.
func (p porting) wanted() func(q *tree.Procedure) bool {
	if len(p.routines) == 0 {
		return func(*tree.Procedure) bool { return true }
	}
	return p.named
}

// write fills the folder.
func (p porting) write(s report.Summary, set *kernelset.Set) error {
	description, err := set.Source(frame.Version, p.species, p.reading.Kinds)
	if err != nil {
		return fmt.Errorf("cannot describe the set: %w", err)
	}
	if err := os.MkdirAll(p.output, 0o777); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	for name, text := range map[string]string{"kernels.cpp": translate.Text(s.Routines), "port.h": translate.Prelude(),
		"kernels.list": kernelset.List(s.Routines), "points.cpp": set.Entries(), "points.h": kernelset.PointsHeader(), "packs.h": kernelset.PacksHeader(),
		"set.cpp": description, "kinds.f90": kernelset.Kinds(), "report.md": s.Page()} {
		if err := files.Write(filepath.Join(p.output, name), []byte(text)); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
	}
	return nil
}

// chosen keeps the routines of --routine and what they call.
func (p porting) chosen(s report.Summary) (report.Summary, error) {
	if len(p.routines) == 0 {
		return s, nil
	}
	keep := map[*tree.Procedure]bool{}
	if err := haveRoutines("routine", p.routines, s.Procedures); err != nil {
		return s, err
	}
	for _, q := range s.Procedures {
		if p.named(q) {
			maps.Copy(keep, q.Reached())
		}
	}
	kept := report.Summary{Undefined: s.Undefined}
	for _, q := range s.Procedures {
		if keep[q] {
			kept.Procedures = append(kept.Procedures, q)
		}
	}
	for _, r := range s.Routines {
		if keep[r.Procedure] {
			kept.Routines = append(kept.Routines, r)
		}
	}
	return kept, nil
}

// haveRoutines refuses names of an option that no routine of the files has.
func haveRoutines(option string, names []string, list []*tree.Procedure) error {
	for _, name := range names {
		if !slices.ContainsFunc(list, func(q *tree.Procedure) bool { return q.Named(strings.ToLower(strings.TrimSpace(name))) }) {
			var known []string
			for _, q := range list {
				known = append(known, q.Name)
			}
			return fmt.Errorf("--%s %s: the files have no such routine%s", option, name, nearest.Question(name, known))
		}
	}
	return nil
}

// says is what the options --end-at, --per-point and --as-point state, in small letters, as Fortran sees names.
func (p porting) says() tree.Owner {
	small := func(names []string) (list []string) {
		for _, name := range names {
			list = append(list, strings.ToLower(strings.TrimSpace(name)))
		}
		return list
	}
	return tree.Owner{Ends: small(p.endAt), PerPoint: small(p.perPoint), AsPoint: small(p.asPoint)}
}

// intervals reads the ranges.
func (p porting) intervals() (map[string]check.Range, error) {
	list := map[string]check.Range{}
	for _, text := range p.ranges {
		name, bounds, _ := strings.Cut(text, "=")
		low, high, both := strings.Cut(bounds, ":")
		l, err1 := strconv.ParseFloat(low, 64)
		h, err2 := strconv.ParseFloat(high, 64)
		if name == "" || !both || err1 != nil || err2 != nil || !(l <= h) {
			return nil, fmt.Errorf("--range is %q, expected NAME=LOW:HIGH with LOW at most HIGH, such as T=200:3000", text)
		}
		list[strings.ToLower(name)] = check.Range{Low: l, High: h}
	}
	return list, nil
}

// meant refuses a range of a name that no routine has: its values would be others than those asked for.
func meant(ranges map[string]check.Range, summary report.Summary) error {
	var known []string
	add := func(routine string, x *tree.Symbol) { known = append(known, x.Name, routine+"."+x.Name) }
	for _, p := range summary.Procedures {
		for _, a := range p.Arguments {
			add(p.Name, a)
		}
	}
	for _, r := range summary.Routines {
		for _, x := range r.Modules {
			add(r.Procedure.Name, x)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ranges)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("--range %s: no routine has an argument or a variable of a module of this name%s", name, nearest.Question(name, known))
		}
	}
	return nil
}
