package doctor

import (
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"drawbridge/cmd/drawbridge/internal/probe"
	"drawbridge/frame"
)

// soname is the name by which programs ask for the library.
const soname = "libdrawbridge.so.0"

// library finds the library as the program would, or as a program that was linked here would, and checks what it needs.
func (p Patient) library() (path string, checks []Check) {
	var needs map[string]string
	if p.Program != "" {
		var err error
		if needs, err = loaded(p.Program); err != nil {
			return "", []Check{bad("program", fmt.Sprintf("%s: %v", p.Program, err), "name the solver's executable file")}
		}
		given, asked := needs[soname]
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
	if missing := missing(path); len(missing) > 0 {
		return path, append(checks, bad("library needs", path+" needs "+strings.Join(missing, ", ")+", which the loader does not find",
			"install what is missing (module load ...), or add its folder to LD_LIBRARY_PATH"))
	}
	if p.Program != "" {
		checks = append(checks, fits(p.Program, path), oneMPI(needs))
	}
	return path, checks
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
	return probe.Library(soname)
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
	wanted, err := imported(program)
	if err != nil {
		return bad("program", fmt.Sprintf("%s: %v", program, err), "name the solver's executable file")
	}
	has, err := exported(library)
	if err != nil {
		return bad("program", fmt.Sprintf("%s: %v", library, err), "install the library again")
	}
	var lacking []string
	for _, name := range wanted {
		if !slices.Contains(has, name) {
			lacking = append(lacking, name)
		}
	}
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
func oneMPI(needs map[string]string) Check {
	families := map[string]string{}
	for name := range needs {
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

// missing lists what a library needs and the loader does not find.
func missing(path string) (names []string) {
	all, err := loaded(path)
	if err != nil {
		return nil
	}
	for name, place := range all {
		if place == "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

var traced = regexp.MustCompile(`(?m)^\s*(\S+) => (not found|\S+)`)

// loaded asks the loader which shared objects a program or library gets, by name; "" where it finds none. Nothing of it runs.
func loaded(path string) (map[string]string, error) {
	start, err := loader(path)
	if err != nil {
		return nil, err
	}
	limit, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(limit, start, absolute)
	command.Env = append(os.Environ(), "LD_TRACE_LOADED_OBJECTS=1") // as ldd does; with --list the loader stops at the first that is missing
	text, _ := command.CombinedOutput()
	list := map[string]string{}
	for _, found := range traced.FindAllStringSubmatch(string(text), -1) {
		list[found[1]] = strings.TrimPrefix(found[2], "not found")
		if found[2] == "not" {
			list[found[1]] = ""
		}
	}
	return list, nil
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

// imported lists the functions of Drawbridge that a program leaves to its libraries.
func imported(path string) ([]string, error) {
	return symbols(path, func(s elf.Symbol) bool { return s.Section == elf.SHN_UNDEF })
}

// exported lists the functions of Drawbridge that a library has.
func exported(path string) ([]string, error) {
	return symbols(path, func(s elf.Symbol) bool { return s.Section != elf.SHN_UNDEF })
}

func symbols(path string, which func(elf.Symbol) bool) (names []string, err error) {
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
		if which(s) && ours.MatchString(s.Name) {
			names = append(names, s.Name)
		}
	}
	return names, nil
}
