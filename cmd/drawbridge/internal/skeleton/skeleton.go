// Package skeleton writes the first files of a new solver or kernel.
//
// Here live the texts of those files and the rules for names. Never here: what the command prints.
package skeleton

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed solver kernel
var texts embed.FS

// valid is a name that Fortran, CMake and make all take.
var valid = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// taken are names that mean something else in CMake, make or the library.
var taken = []string{"all", "build", "clean", "drawbridge", "edit_cache", "help", "install", "makefile", "package", "preinstall", "rebuild_cache", "test"}

// CheckName refuses names that cannot name a folder, a program and a target.
func CheckName(name string) error {
	if !valid.MatchString(name) {
		return fmt.Errorf("the name is %q, expected a small letter, then at most 39 small letters, digits and underscores", name)
	}
	if slices.Contains(taken, name) {
		return fmt.Errorf("the name %q is taken by CMake, make or the library; choose another, such as my_%s", name, name)
	}
	return nil
}

// Write makes the folder of that name with the texts of a kind, solver or kernel, in which NAME is the name; the Fortran file is called so
// too. It answers the files.
func Write(folder, name, kind string) (files []string, err error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	root := filepath.Join(folder, name)
	if err := os.Mkdir(root, 0o755); os.IsExist(err) {
		return nil, fmt.Errorf("%s is there already, and nothing is overwritten: choose another name, or move it away", root)
	} else if err != nil {
		return nil, err
	}
	list, err := texts.ReadDir(kind)
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		file := entry.Name()
		text, err := texts.ReadFile(kind + "/" + file)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(root, strings.Replace(file, kind+".f90", name+".f90", 1))
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "NAME", name)), 0o644); err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	return files, nil
}
