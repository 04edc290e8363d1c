package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/files"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/survey"
)

// surveyed is the name of the page that --report writes.
const surveyed = "survey.md"

// surveyTree is port --report: it says what a source tree holds, and translates nothing.
func (p porting) surveyTree(c *console.Console, paths []string) error {
	if len(paths) > 0 {
		return fmt.Errorf("--report reads the whole folder %s, and the files %s were given too; leave them out", p.tree, strings.Join(paths, ", "))
	}
	if p.compare || len(p.routines) > 0 || p.library {
		return errors.New("--report translates nothing: leave out --check, --routine and --library, or name files instead of --report")
	}
	var times map[string]float64
	if p.profile != "" {
		var err error
		if times, err = survey.Profile(p.profile); err != nil {
			return fmt.Errorf("cannot read the profile: %w", err)
		}
	}
	var without []string
	s, err := survey.Of(p.tree, times, p.says(), func(path string) (*source.Flags, error) {
		if _, known, err := p.build.Of(path); p.commands != "" && err == nil && !known {
			without = append(without, path)
			return p.reading, nil
		}
		return p.flagsOf(path)
	})
	if err != nil {
		return fmt.Errorf("cannot read the source tree: %w", err)
	}
	if err := os.MkdirAll(p.output, 0o777); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	if len(without) > 0 {
		c.Printf("%d files have no command in %s, and were read with --flags alone; the first one is %s", len(without), p.commands, without[0])
	}
	page := filepath.Join(p.output, surveyed)
	if err := files.Write(page, []byte(s.Page())); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(s.Short(), "\n"), "\n") {
		c.Printf("%s", line)
	}
	c.Printf("written: %s", page)
	return nil
}
