package check

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Routines beside modules that gfortran does not find have the bits of the Fortran, and only those are refused that use their names.
func TestModulesThatAreMissing(t *testing.T) {
	compilers(t)
	for name, want := range map[string]string{"foreign.f90": "gas_data::mixture uses_gas::density uses_gas::twice relax", "foreign.f": "plain"} {
		files, list, world := translated(t, name)
		var done []string
		for _, r := range list {
			done = append(done, r.Procedure.Label())
		}
		if strings.Join(done, " ") != want {
			t.Errorf("%s: %s", name, done)
			for _, p := range world.Procedures {
				t.Log(p.Label(), p.Fault)
			}
		}
		results, err := Run(files, list, Options{Points: 100, Seed: 1, Limit: time.Minute, Ranges: map[string]Range{"n": {Low: 1, High: 5}}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, r := range results {
			if r.Different > 0 || r.Trouble != "" || r.Points < 100 || r.Types == 0 {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}

// A translation that differs is found in the copy, too, and what the copy lacks is an error that names the module.
func TestMissingModulesHideNothing(t *testing.T) {
	compilers(t)
	path := t.TempDir() + "/a.f90"
	f := written(t, path, "subroutine s(x)\nuse mpi\nreal(8), intent(inout) :: x\nx = x + 1\nend subroutine\nsubroutine other(x)\nuse mpi\nreal(8) :: x\nx = mpi_wtime()\nend subroutine\n")
	list := translate.All(tree.Resolve([]*source.File{f}))
	if len(list) != 1 {
		t.Fatal(list)
	}
	list[0].Text = strings.Replace(list[0].Text, "+", "-", 1)
	results, err := Run([]*source.File{f}, list, Options{Points: 10, Seed: 1, Limit: time.Minute})
	if err != nil || results[0].Different == 0 {
		t.Errorf("%v %+v", err, results)
	}
	f = written(t, path, "subroutine s(x)\nuse mpi\nreal(8), intent(inout) :: x\nk = 1\nx = x + k\nend subroutine\n")
	list = translate.All(tree.Resolve([]*source.File{f}))
	if _, err = Run([]*source.File{f}, list, Options{Points: 10, Seed: 1, Limit: time.Minute, Flags: []string{"-fimplicit-none"}}); err == nil || !strings.Contains(err.Error(), "gfortran finds no module mpi, and the Fortran does not compile without; give the folder of its .mod file as --flags=-I/FOLDER") {
		t.Error(err)
	}
}

// Of several statements in a row, and of those that INCLUDE brings, only the ones with missing names are cut.
func TestStatementsBesideThoseThatAreCut(t *testing.T) {
	compilers(t)
	folder := t.TempDir()
	written(t, filepath.Join(folder, "more.f90"), "integer :: comm = mpi_comm_null\nreal(8), parameter :: third = 1d0/3\n")
	tools := written(t, filepath.Join(folder, "tools.f90"), "module tools\nimplicit none; real(8), parameter :: two = 2\nend module; module data\nuse mpi; use tools; implicit none; type gas; real(8) :: t; end type\ninclude 'more.f90'\nend module\n")
	f := written(t, filepath.Join(folder, "a.f90"), "subroutine s(x, i)\nuse mpi; use data; implicit real(8) (k); &\ncharacter(1), parameter :: w = 'A'; real(8), parameter :: one = &\n"+strings.Repeat("1d0/16 + ", 8)+"&\n"+strings.Repeat("1d0/16 + ", 8)+"0; &\nreal(8), intent(inout) :: x\ninteger, intent(in) :: i; integer :: n\nk = x/2\n"+
		"n = 0; if (w == 'A') n = 1\nx = k*two + third*one + n + i\nend subroutine; subroutine other(x)\nuse mpi; real(8) :: x; x = mpi_wtime()\nend subroutine\n")
	fixed := written(t, filepath.Join(folder, "b.f"), "      subroutine t(x)\n      use mpi; real(8), parameter :: sum =\n     &  "+strings.Repeat("1d0/3 + ", 6)+"\n     &  "+strings.Repeat("2d0/7 + ", 6)+"1d0; real(8) x\n"+
		"      x = x + sum\n      end\n")
	files := []*source.File{tools, f, fixed}
	world := tree.Resolve(files)
	list := translate.All(world)
	if len(list) != 2 {
		for _, p := range world.Procedures {
			t.Log(p.Label(), p.Fault)
		}
		t.Fatal(list)
	}
	results, err := Run(files, list, Options{Points: 50, Seed: 1, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Different > 0 || r.Trouble != "" || r.Points < 50 {
			t.Errorf("%+v", r)
		}
	}
}

// A module that does not compile without a missing one is left out with what uses it, by name, and the rest is compared.
func TestWhatCannotBeReducedIsLeftOut(t *testing.T) {
	compilers(t)
	files, list, _ := translated(t, "left_out.f90")
	results, err := Run(files, list, Options{Points: 30, Seed: 1, Limit: time.Minute})
	if err != nil || len(results) != 7 {
		t.Fatalf("%v %+v", err, results)
	}
	for _, r := range results {
		out := strings.Contains("bad_spec::plain outer", r.Routine)
		if out != strings.Contains(r.Trouble, "gfortran finds no module absent, and this part of the file does not compile without") || out == (r.Points == 30) || r.Different > 0 {
			t.Errorf("%+v", r)
		}
	}
}
