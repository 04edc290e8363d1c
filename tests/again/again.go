// Package again starts the program of a test once more, as a process of its own.
//
// Here lives the start of a child process by a test. Never here: what the child does.
package again

import (
	"os"
	"os/exec"
	"strings"
)

// Command is the running test program with these arguments. A program for another processor runs by the emulator that
// TEST_EMULATOR names.
func Command(arguments ...string) *exec.Cmd {
	words := append(strings.Fields(os.Getenv("TEST_EMULATOR")), os.Args[0])
	words = append(words, arguments...)
	return exec.Command(words[0], words[1:]...)
}
