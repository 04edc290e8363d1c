//go:build hdf5

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"drawbridge/tests/again"
)

// limited holds, in a child process, the arguments of the command that may write 3000 bytes to a file.
const limited = "DRAWBRIDGE_TEST_LIMITED"

// TestFilesOnAFullDisk: a limit of the size of files meets a program as a full disk does. Exit 2, one
// line that names the file, nothing left of it, and an older file as it was.
func TestFilesOnAFullDisk(t *testing.T) {
	if arguments := os.Getenv(limited); arguments != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 3000, Max: 3000}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			os.Exit(77)
		}
		os.Exit(run(strings.Split(arguments, "\n"), os.Stdout, os.Stderr))
	}
	a, c := save(t, 0), save(t, 1)
	for _, older := range []bool{false, true} {
		for name, arguments := range map[string][]string{
			"d.png": {"compare", a, c, "--png"}, "d.html": {"compare", a, c, "--report"}, "p.png": {"plot", a, "-o"}, "p.svg": {"plot", a, "-o"},
			"s.html": {"compare", filepath.Dir(a), filepath.Dir(c), "--report"}, "drawbridge-compare.1": {"man"},
		} {
			folder := t.TempDir()
			path := filepath.Join(folder, name)
			if older {
				if err := os.WriteFile(path, []byte("older"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			target := path
			if arguments[0] == "man" {
				target = folder
			}
			command := again.Command("-test.run=^TestFilesOnAFullDisk$")
			command.Env = append(os.Environ(), limited+"="+strings.Join(append(arguments, target), "\n"))
			var complaints strings.Builder
			command.Stderr = &complaints
			_ = command.Run()
			if code := command.ProcessState.ExitCode(); code == 77 {
				t.Skip("skipped: no limit of the file size can be set here")
			} else if code != trouble || !strings.Contains(complaints.String(), path) || !strings.Contains(complaints.String(), "file too large") || strings.Count(complaints.String(), "\n") != 1 {
				t.Errorf("%s: exit %d, %q", name, code, complaints.String())
			}
			text, err := os.ReadFile(path)
			if (older && string(text) != "older") || (!older && !os.IsNotExist(err)) {
				t.Errorf("%s: %.40q %v is left, an older file: %v", name, text, err, older)
			}
			if parts, _ := filepath.Glob(filepath.Join(folder, ".*part*")); len(parts) > 0 {
				t.Errorf("%s: %v is left", name, parts)
			}
		}
	}
}
