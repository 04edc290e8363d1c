package measure

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// Find answers where a benchmark program is: the one named, else the one installed with the command.
func Find(named, program string) (string, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", err
		}
		return named, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	path := filepath.Join(filepath.Dir(self), "..", "libexec", "drawbridge", program)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("the program %s is not at %s: build it with `make`, or name it with --program", program, filepath.Clean(path))
	}
	return filepath.Clean(path), nil
}

// Run starts a program and hands each JSON line to `line` as it comes; other lines go to errors.
func Run(program string, arguments, environment []string, errors io.Writer, line func([]byte) error) error {
	command := exec.Command(program, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.Stderr = errors
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	err = read(output, errors, line)
	if err != nil {
		_, _ = io.Copy(io.Discard, output)
	}
	if failed := command.Wait(); failed != nil {
		return fmt.Errorf("%s: %w", filepath.Base(program), failed)
	}
	return err
}

func read(output io.Reader, errors io.Writer, line func([]byte) error) error {
	lines := 0
	scanner := bufio.NewScanner(output)
	for scanner.Scan() {
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 {
			continue
		}
		if text[0] != '{' {
			fmt.Fprintf(errors, "%s\n", text)
			continue
		}
		lines++
		if err := line(text); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	if lines == 0 {
		return fmt.Errorf("the program printed no result")
	}
	return nil
}
