// Package mps starts and stops NVIDIA's Multi-Process Service in a folder of the caller's own.
//
// Here lives the talk with nvidia-cuda-mps-control. Never here: a setting of the GPU.
package mps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Server is an MPS control daemon of this node.
type Server struct {
	Folder  string // of its pipes and logs
	Control string // nvidia-cuda-mps-control
}

// Default is the folder of a user's job on this node.
func Default(getenv func(string) string) string {
	job := "no-job"
	for _, name := range []string{"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID"} {
		if id := getenv(name); id != "" {
			job = strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '.' || r == '-' {
					return r
				}
				return '_'
			}, id)
			break
		}
	}
	return filepath.Join(os.TempDir(), "drawbridge-mps-"+strconv.Itoa(os.Getuid())+"-"+job)
}

// patience is how long the control program may take to answer.
const patience = 20 * time.Second

// variables are what the daemon and its clients must agree on.
func (s *Server) variables() []string {
	return []string{"CUDA_MPS_PIPE_DIRECTORY=" + filepath.Join(s.Folder, "pipe"), "CUDA_MPS_LOG_DIRECTORY=" + filepath.Join(s.Folder, "log")}
}

// Exports are the lines of a shell that make a program a client.
func (s *Server) Exports() string {
	var lines []string
	for _, v := range s.variables() {
		name, value, _ := strings.Cut(v, "=")
		lines = append(lines, "export "+name+"='"+strings.ReplaceAll(value, "'", `'\''`)+"'")
	}
	return strings.Join(lines, "\n")
}

// Start starts the daemon, unless it runs.
func (s *Server) Start() (string, error) {
	if _, err := exec.LookPath(s.Control); err != nil {
		return "", fmt.Errorf("%s: %w; MPS comes with the NVIDIA driver, name its control program with --control", s.Control, err)
	}
	if err := s.own(); err != nil {
		return "", err
	}
	if s.runs() {
		return s.Exports(), nil
	}
	if text, err := s.talk("", "-d"); err != nil {
		return "", fmt.Errorf("%s -d failed: %w %s; its logs are in %s", s.Control, err, text, filepath.Join(s.Folder, "log"))
	}
	for end := time.Now().Add(patience); !s.runs(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			return "", fmt.Errorf("%s does not answer after %s; its logs are in %s", s.Control, patience, filepath.Join(s.Folder, "log"))
		}
	}
	return s.Exports(), nil
}

// own makes the folders, and refuses those of another user: pipes in them would be another user's.
func (s *Server) own() error {
	for _, folder := range []string{s.Folder, filepath.Join(s.Folder, "pipe"), filepath.Join(s.Folder, "log")} {
		if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		info, err := os.Lstat(folder)
		if err != nil {
			return err
		}
		if !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
			return fmt.Errorf("%s is no folder that only you can write to; give another one with --folder", folder)
		}
		probe, err := os.CreateTemp(folder, "probe")
		if err != nil {
			return fmt.Errorf("%s: %w; give another one with --folder", folder, err)
		}
		probe.Close()
		_ = os.Remove(probe.Name())
	}
	return nil
}

// Down is what Status says of a folder without a daemon.
func Down(folder string) string { return "MPS does not run in " + folder }

// Status tells whether the daemon runs.
func (s *Server) Status() (string, error) {
	if !s.runs() {
		return Down(s.Folder), nil
	}
	return "MPS runs in " + s.Folder, nil
}

// Stop ends the daemon.
func (s *Server) Stop() (string, error) {
	if !s.runs() {
		return Down(s.Folder), nil
	}
	if text, err := s.talk("quit\n"); err != nil {
		return "", fmt.Errorf("%s quit failed: %w %s", s.Control, err, text)
	}
	for end := time.Now().Add(patience); s.runs(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			return "", fmt.Errorf("MPS still runs in %s %s after quit: programs use it", s.Folder, patience)
		}
	}
	return "MPS has ended in " + s.Folder, nil
}

// runs asks the daemon whose pipe is in the folder.
func (s *Server) runs() bool {
	if _, err := os.Stat(filepath.Join(s.Folder, "pipe")); err != nil {
		return false
	}
	_, err := s.talk("get_server_list\n")
	return err == nil
}

// mostSaid bounds what the control program may print, bytes.
const mostSaid = 64 << 10

// answer keeps what the control program prints; beyond mostSaid its pipe is closed.
type answer struct {
	text    []byte
	tooLong bool
}

func (a *answer) Write(p []byte) (int, error) {
	if a.tooLong = len(a.text)+len(p) > mostSaid; a.tooLong {
		a.text = nil
		return 0, io.ErrShortWrite
	}
	a.text = append(a.text, p...)
	return len(p), nil
}

// talk runs the control program with these words on its standard input.
func (s *Server) talk(words string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, s.Control, arguments...)
	command.Env = append(os.Environ(), s.variables()...)
	command.Stdin = strings.NewReader(words)
	command.WaitDelay = time.Second // a daemon may keep the output open
	var said answer
	command.Stdout, command.Stderr = &said, &said
	err := command.Run()
	switch {
	case said.tooLong:
		err = fmt.Errorf("it printed more than %d bytes: not the control program of MPS", mostSaid)
	case ctx.Err() != nil:
		err = fmt.Errorf("it did not end within %s", patience)
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil
	}
	return strings.TrimSpace(string(said.text)), err
}
