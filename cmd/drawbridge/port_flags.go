package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"drawbridge/tools/port/source"
)

// glued is several flags that a comma joins; those behind -W are meant.
var glued = regexp.MustCompile(`^-[^W].*,-[A-Za-z]`)

// readFlags takes the flags of gfortran apart, and reads those that change what the Fortran means.
func (p *porting) readFlags() (err error) {
	p.flags = source.Words(strings.Join(p.flags, " "))
	if at := slices.IndexFunc(p.flags, glued.MatchString); at >= 0 {
		return fmt.Errorf("--flags has %s; write a blank between flags, not a comma", p.flags[at])
	}
	for _, name := range p.defines {
		p.flags = append(p.flags, "-D"+name)
	}
	for _, folder := range p.folders {
		p.flags = append(p.flags, "-I"+folder)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	p.flags = source.Located(p.flags, here)
	if p.reading, err = source.ReadFlags(p.flags); err != nil {
		return fmt.Errorf("cannot follow --flags: %w", err)
	}
	if p.commands == "" {
		return nil
	}
	if p.build, err = source.ReadCommands(p.commands); err != nil {
		return fmt.Errorf("cannot read the compile commands: %w", err)
	}
	return nil
}

// flagsOf answers the flags of one file: those of the build's command for it, and those of --flags. A file without a command
// is an error: what it is compiled with is not known.
func (p *porting) flagsOf(path string) (*source.Flags, error) {
	if p.commands == "" {
		return p.reading, nil
	}
	command, known, err := p.build.Of(path)
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, fmt.Errorf("%s has no command for %s; give the list of the build that compiles the file, or translate it without --compile-commands", p.commands, path)
	case command.Bad != nil:
		return nil, command.Bad
	}
	f, err := source.ReadFlags(slices.Concat(command.Words, p.flags))
	if err != nil {
		return nil, err
	}
	f.Own = command.Words
	return f, nil
}

// readFiles reads the Fortran, each file with its flags.
func (p *porting) readFiles(paths []string) (list []*source.File, err error) {
	for _, path := range paths {
		flags, err := p.flagsOf(path)
		if err != nil {
			return nil, fmt.Errorf("cannot follow the compile commands: %w", err)
		}
		f, err := source.Read(path, flags)
		if err != nil {
			return nil, fmt.Errorf("cannot read Fortran: %w", err)
		}
		if len(list) > 0 && f.Kinds != list[0].Kinds {
			return nil, fmt.Errorf("%s and %s are compiled with default types of other kinds; translate them one after the other", list[0].Path, path)
		}
		list = append(list, f)
	}
	if len(list) > 0 {
		p.reading.Kinds = list[0].Kinds
	}
	return list, nil
}

// undefined names what the conditions of the preprocessor ask for and nothing defines.
func undefined(list []*source.File) (names []string) {
	for _, f := range list {
		names = append(names, f.Undefined...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
