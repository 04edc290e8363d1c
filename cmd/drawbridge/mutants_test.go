//go:build hdf5

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"drawbridge/tests/again"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/hdf5file/oddfile"
)

// mutated holds, in a child process, the folder of the files that the command is given damaged.
const mutated = "DRAWBRIDGE_TEST_MUTATED_COMMAND"

// fresh is how a process ends that reads no more files after one that HDF5 may have been broken by, and after every 400.
const fresh = 7

// commandMutants is how many damaged files the command reads in each run of the tests.
const commandMutants = 60

// TestCommandOnDamagedFiles: compare and plot end with their codes, whatever a file holds; a crash or a loop of HDF5 itself is
// told by one line and exit 2. None hangs.
func TestCommandOnDamagedFiles(t *testing.T) {
	all := oddfile.Mutants(commandMutants)
	if folder := os.Getenv(mutated); folder != "" {
		commandOnMutants(folder, all)
		return
	}
	folder := t.TempDir()
	if err := oddfile.Make(filepath.Join(folder, "odd.h5"), false); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(save(t, 0), filepath.Join(folder, "whole.h5")); err != nil {
		t.Fatal(err)
	}
	crashes, next := 0, 0
	for next < all {
		command := again.Command("-test.run=^TestCommandOnDamagedFiles$", "-test.timeout=4h")
		command.Env = append(os.Environ(), mutated+"="+folder, mutated+"_FROM="+strconv.Itoa(next))
		var complaints strings.Builder
		command.Stderr = &complaints
		err := command.Run()
		if err == nil {
			break
		}
		text, readErr := os.ReadFile(filepath.Join(folder, "at"))
		at, convErr := strconv.Atoi(string(text))
		if readErr != nil || convErr != nil {
			t.Fatalf("%v %v: %s", err, readErr, complaints.String())
		}
		said := complaints.String()
		switch code := command.ProcessState.ExitCode(); {
		case code == fresh:
		case code == trouble && (strings.Contains(said, "the HDF5 library crashed on it") || strings.Contains(said, "the HDF5 library did not finish one call")):
			crashes++
		default:
			t.Errorf("damaged file %d: exit %d, %.300s", at, code, complaints.String())
		}
		next = at + 1
	}
	t.Logf("%d damaged files from seed %d on, %d crashes and loops of HDF5, each named", all, oddfile.Seed(), crashes)
}

func commandOnMutants(folder string, all int) {
	hdf5file.NameCrashes(3 * time.Second)
	from, _ := strconv.Atoi(os.Getenv(mutated + "_FROM"))
	mutant, picture := filepath.Join(folder, "mutant.h5"), filepath.Join(folder, "p.png")
	for n := from; n < all; n++ {
		original := filepath.Join(folder, []string{"odd.h5", "whole.h5"}[n%2])
		text, err := os.ReadFile(original)
		if err == nil {
			_ = os.Remove(mutant) // HDF5 takes a file written anew for the one that it has open
			err = os.WriteFile(mutant, oddfile.Mutate(text, oddfile.Seed()+uint64(n)), 0o600)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "at"), []byte(strconv.Itoa(n)), 0o600)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(4)
		}
		late := time.AfterFunc(60*time.Second, func() { fmt.Fprintln(os.Stderr, "too long"); os.Exit(3) })
		lines := [][]string{{"compare", original, mutant}, {"compare", mutant, mutant, "--json"}}
		if n%10 == 1 {
			lines = append(lines, []string{"plot", mutant, "-o", picture})
		}
		if n%5 == 3 {
			numbers := filepath.Join(folder, "d.h5")
			_ = os.Remove(numbers)
			lines = append(lines, []string{"compare", original, mutant, "--report", filepath.Join(folder, "p.html"), "--difference", numbers, "--worst", "9"},
				[]string{"compare", original, mutant, "--time", "/VTKHDF/Spacing", "--step", "step"}, []string{"compare", original, mutant, "--time", "time"})
		}
		for _, arguments := range lines {
			if code := run(arguments, io.Discard, io.Discard); code < 0 || code > trouble {
				fmt.Fprintln(os.Stderr, arguments, "gave", code)
				os.Exit(5)
			}
		}
		late.Stop()
		if hdf5file.Ruined() != nil || n-from == 400 {
			os.Exit(fresh)
		}
	}
	os.Exit(0)
}
