package series

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/hdf5file"
)

// endings of files that may be steps of a series.
var endings = []string{".h5", ".hdf5", ".hdf", ".he5", ".vtkhdf"}

// number is the last run of digits in a file's name.
var number = regexp.MustCompile(`(\d+)\D*$`)

// list finds the steps of a folder. Files that cannot be one are told in Skipped.
func (r *Result) list(folder string) (map[int64]string, error) {
	files, skipped, err := Steps(folder)
	r.Skipped = append(r.Skipped, skipped...)
	return files, err
}

// Steps finds the snapshots of a folder by their steps, and the files that cannot be one.
func Steps(folder string) (map[int64]string, []compare.Skip, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	var skipped []compare.Skip
	files := map[int64]string{}
	for _, entry := range entries {
		if entry.IsDir() || !slices.Contains(endings, filepath.Ext(entry.Name())) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		step, err := stepOf(path)
		if err != nil {
			return nil, nil, err
		}
		if step < 0 {
			skipped = append(skipped, compare.Skip{Path: path, Reason: "neither an attribute step nor a number in its name"})
			continue
		}
		if files[step] != "" {
			return nil, nil, fmt.Errorf("%s and %s are both step %d: put one run into one folder", files[step], path, step)
		}
		files[step] = path
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s holds no snapshot (%v) with an attribute step or a number in its name", folder, endings)
	}
	return files, skipped, nil
}

// stepOf reads the step that a snapshot names, else the number in the file's name; -1 without either.
func stepOf(path string) (int64, error) {
	f, err := hdf5file.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	attributes, err := f.Attributes("/")
	if err != nil {
		return 0, err
	}
	for _, a := range attributes {
		if value, _ := a.Value.([]int64); a.Name == "step" && len(value) == 1 {
			return value[0], nil
		}
	}
	name := filepath.Base(path)
	if found := number.FindStringSubmatch(name[:len(name)-len(filepath.Ext(name))]); found != nil {
		if n, err := strconv.ParseInt(found[1], 10, 64); err == nil {
			return n, nil
		}
	}
	return -1, nil
}

func sorted(files map[int64]string) []int64 {
	var steps []int64
	for step := range files {
		steps = append(steps, step)
	}
	slices.Sort(steps)
	return steps
}

// byWorst lists the paths by their values, the largest first.
func byWorst(worst map[string]float64) []string {
	var paths []string
	for path := range worst {
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int {
		if worst[a] != worst[b] {
			return cmp.Compare(worst[b], worst[a])
		}
		return cmp.Compare(a, b)
	})
	return paths
}

func name(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
