package doctor

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"drawbridge/frame"
)

// soname is the name by which programs ask for the library.
const soname = "libdrawbridge.so.0"

// library finds the library as the program would, or as a program that was linked here would, and checks what it needs.
func (p Patient) library() (path string, checks []Check) {
	var gets needs
	if p.Program != "" {
		if gets, checks = ask("program", p.Program, "name the solver's executable file"); checks != nil {
			return "", checks
		}
		given, asked := gets.places[soname]
		if !asked {
			return "", []Check{bad("program", p.Program+" is not linked with "+soname, "link it with -ldrawbridge, or with drawbridge::drawbridge of CMake")}
		}
		path = given
	} else {
		path = p.search()
	}
	if path == "" {
		return "", []Check{bad("library", "the loader does not find "+soname,
			"add its folder to LD_LIBRARY_PATH, or link with -Wl,-rpath,FOLDER; make install installs it")}
	}
	if _, err := loader(path); err != nil {
		return "", []Check{bad("library", fmt.Sprintf("%s: %v", path, err), "install the library of this processor again")}
	}
	checks = []Check{version(path)}
	if p.Program == "" {
		gets, failed := ask("library needs", path, "install the library again")
		return path, append(append(checks, failed...), gets.wrong("library needs", path)...)
	}
	if wrong := gets.wrong("program", p.Program); wrong != nil {
		return path, append(checks, wrong...)
	}
	return path, append(checks, fits(p.Program, path), oneMPI(gets.places))
}

// search looks where a program without an RPATH does, and beside this command.
func (p Patient) search() string {
	for _, folder := range filepath.SplitList(p.Environment["LD_LIBRARY_PATH"]) {
		if found := filepath.Join(folder, soname); folder != "" && exists(found) {
			return found
		}
	}
	for _, folder := range []string{"../lib", "../lib64", "../lib/x86_64-linux-gnu", "../lib/aarch64-linux-gnu"} {
		if found := filepath.Join(filepath.Dir(p.Command), folder, soname); p.Command != "" && exists(found) {
			return found
		}
	}
	return sharedLibrary(soname)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// mark is how a library's file names its release (frame/version.go).
var mark = regexp.MustCompile(`drawbridge-release-(\d+\.\d+\.\d+)`)

// version compares the library's release with this command's.
func version(path string) Check {
	content, err := os.ReadFile(path)
	if err != nil {
		return bad("library", err.Error(), "make the file readable, or install the library again")
	}
	found := mark.FindSubmatch(content)
	if found == nil {
		return warn("library", path+" does not say which release it is", "it is older than this command (release "+frame.Version+"): install both again, together")
	}
	if release := string(found[1]); release != frame.Version {
		return warn("library", fmt.Sprintf("%s is release %s, this command is %s", path, release, frame.Version), "install both again, together")
	}
	return good("library", fmt.Sprintf("%s, release %s", path, frame.Version))
}

// fits compares the functions that a program calls with those that the library has.
func fits(program, library string) Check {
	wanted, err := symbols(program, true)
	if err != nil {
		return bad("program", fmt.Sprintf("%s: %v", program, err), "name the solver's executable file")
	}
	has, err := symbols(library, false)
	if err != nil {
		return bad("program", fmt.Sprintf("%s: %v", library, err), "install the library again")
	}
	lacking := slices.DeleteFunc(slices.Clone(wanted), func(name string) bool { return slices.Contains(has, name) })
	if len(lacking) > 0 {
		return bad("program", fmt.Sprintf("%s calls %s, which %s does not have", program, strings.Join(lacking, ", "), library),
			"it was compiled with the drawbridge.f90 of another release: compile it with the one of this library")
	}
	return good("program", fmt.Sprintf("%s calls %d functions, and the library has them all", program, len(wanted)))
}

// family is the MPI that a shared library is part of, "" where it is none. libmpi.so.12 is the name that MPICH and its kin share.
func family(name string) string {
	switch {
	case strings.HasPrefix(name, "libmpich.so"), strings.HasPrefix(name, "libmpi.so.12"), strings.HasPrefix(name, "libmpi_cray"):
		return "MPICH"
	case strings.HasPrefix(name, "libmpi.so"):
		return "Open MPI"
	}
	return ""
}

// oneMPI refuses a process with two MPI libraries.
func oneMPI(places map[string]string) Check {
	families := map[string]string{}
	for name := range places {
		if f := family(name); f != "" {
			families[f] = name
		}
	}
	if len(families) > 1 {
		return bad("program's MPI", fmt.Sprintf("the program and the library bring two MPI libraries: %s and %s", families["Open MPI"], families["MPICH"]),
			"build Drawbridge with the program's MPI: -DDRAWBRIDGE_MPI=openmpi or mpich")
	}
	for f, name := range families {
		return good("program's MPI", fmt.Sprintf("one, %s (%s)", f, name))
	}
	return good("program's MPI", "none")
}

// needs is what a program or library asks the loader for.
type needs struct {
	places map[string]string // the file of each shared object by name, "" where there is none
	lacks  []string          // each version of functions that a file does not have
}

// wrong says what a program or library needs and does not get.
func (n needs) wrong(check, path string) (checks []Check) {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(n.places)), func(name string) bool { return n.places[name] != "" })
	if len(names) > 0 {
		checks = append(checks, bad(check, path+" needs "+strings.Join(names, ", ")+", which the loader does not find",
			"install what is missing (module load ...), or add its folder to LD_LIBRARY_PATH"))
	}
	if len(n.lacks) > 0 {
		checks = append(checks, bad(check, strings.Join(n.lacks, "; "),
			"build what needs it again on this system, or load the modules that it was built with (module load ...)"))
	}
	return checks
}

// ask is loaded with its failure as a check; cure is for a file that the loader refuses.
func ask(check, path, cure string) (needs, []Check) {
	start, err := loader(path)
	if err != nil {
		return needs{}, []Check{bad(check, fmt.Sprintf("%s: %v", path, err), cure)}
	}
	n, err := loaded(start, path)
	var refused *exec.ExitError
	switch {
	case errors.As(err, &refused):
		return n, []Check{bad(check, fmt.Sprintf("%s: the loader fails: %v", path, err), cure)}
	case err != nil: // another loader may do: the program can name its own
		return n, []Check{warn(check, fmt.Sprintf("%s: the loader does not answer: %v", path, err), "look at what ldd "+path+" lists: each line must name a file")}
	}
	return n, nil
}

var (
	traced = regexp.MustCompile(`(?m)^\s*(\S.*?) => (\S.*?)(?: \(0x[0-9a-f]+\))?$`)
	lacked = regexp.MustCompile("(?m): ([^:\n]+): version `([^'\n]+)' not found \\(required by (.+)\\)$")
)

// patience is how long the loader may take, on a slow file system for example.
const patience = 20 * time.Second

// loaded asks the loader which shared objects a program or library gets. Nothing of it runs.
func loaded(start, path string) (n needs, err error) {
	absolute, err := filepath.Abs(path)
	if err != nil || !dynamic(path) {
		return n, err
	}
	limit, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	command := exec.CommandContext(limit, start, absolute)
	command.Env = append(os.Environ(), "LD_TRACE_LOADED_OBJECTS=1") // as ldd does; with --list the loader stops at the first that is missing
	text, err := command.CombinedOutput()
	n.places = map[string]string{}
	for _, found := range traced.FindAllStringSubmatch(string(text), -1) {
		n.places[found[1]] = found[2]
		if found[2] == "not found" {
			n.places[found[1]] = ""
		}
	}
	for _, found := range lacked.FindAllStringSubmatch(string(text), -1) {
		n.lacks = append(n.lacks, fmt.Sprintf("%s lacks version %s, which %s needs", found[1], found[2], found[3]))
	}
	switch {
	case limit.Err() != nil:
		return n, fmt.Errorf("%s gave no list in %v", start, patience)
	case len(n.places) > 0:
		return n, nil
	case err != nil && len(text) > 0:
		return n, fmt.Errorf("%w: %s", err, bytes.TrimSpace(text))
	}
	return n, err
}

// dynamic tells whether a file needs the loader: with a static program it fails.
func dynamic(path string) bool {
	file, err := elf.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return slices.ContainsFunc(file.Progs, func(part *elf.Prog) bool { return part.Type == elf.PT_DYNAMIC })
}

// loaders are the system's, by processor. What a program names as its own is not started: it may be anything.
var loaders = map[elf.Machine][2]string{
	elf.EM_X86_64:  {"amd64", "/lib64/ld-linux-x86-64.so.2"},
	elf.EM_AARCH64: {"arm64", "/lib/ld-linux-aarch64.so.1"},
}

// loader is the one that loads a program or library on this machine.
func loader(path string) (string, error) {
	if info, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no such file")
	} else if !info.Mode().IsRegular() {
		return "", fmt.Errorf("no regular file")
	}
	file, err := elf.Open(path)
	if err != nil {
		return "", fmt.Errorf("no executable or shared library (ELF)")
	}
	defer file.Close()
	found, known := loaders[file.Machine]
	if !known || found[0] != runtime.GOARCH {
		return "", fmt.Errorf("built for another processor (%v), and this machine is %s", file.Machine, runtime.GOARCH)
	}
	return found[1], nil
}

var ours = regexp.MustCompile(`^(frame|drawbridge)_[a-z0-9_]+$`)

// symbols lists the functions of Drawbridge that a library has, or that a program leaves to its libraries.
func symbols(path string, imported bool) (names []string, err error) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := file.DynamicSymbols()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if (s.Section == elf.SHN_UNDEF) == imported && ours.MatchString(s.Name) {
			names = append(names, s.Name)
		}
	}
	return names, nil
}
