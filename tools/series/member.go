package series

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"drawbridge/tools/hdf5file"
)

// member is a file of a folder and what says which step it is: its attribute step, else the number at the end of its
// name.
type member struct {
	path     string
	step     int64  // -1: none
	told     bool   // by the attribute
	odd      string // an attribute step that is no step, as text
	numbered        // by its name
}

// numbered is what a name says about the step.
type numbered struct {
	stem   string // the name before its number, or all that must be the same beside it
	number int64  // -1: none
}

// number are the digits at the end of a name; part is what makes them a part of a larger number, as in 1e5, 2.5 and 0x10.
// In jet2d0001 the 2 begins no number, for it follows a letter. At
// least three digits that begin with 0 count files, as in v2.0005 and box_3D0100; behind a sign they are an exponent.
var (
	number = regexp.MustCompile(`^(.*?)(\d+)$`)
	part   = regexp.MustCompile(`\d[.,]$|(^|[^\pL\d])\d+[eEdDpPxX][-+]?$`)
	padded = regexp.MustCompile(`^0\d{2,}$`)
	zeros  = regexp.MustCompile(`^0+`)
)

// numberOf reads the step in a file's name: the digits that end it before the extension, if they are a number of their own.
func numberOf(path string) numbered {
	none := numbered{number: -1}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	found := number.FindStringSubmatch(name)
	if found == nil {
		return none
	}
	stem, digits := found[1], found[2]
	if part.MatchString(stem) {
		if !padded.MatchString(digits) || strings.ContainsAny(stem[len(stem)-1:], "+-") {
			return none
		}
		stem += zeros.FindString(digits) // 1.05 and 1.005 may be times: as names they differ
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return none
	}
	return numbered{stem, n}
}

// memberOf reads the step of a file: of the given dataset or attribute, else its attribute step.
func memberOf(path, named string) (member, error) {
	m := member{path: path, numbered: numberOf(path)}
	m.step = m.number
	f, err := hdf5file.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	if named != "" {
		return m.atStep(f, named)
	}
	attributes, err := f.Attributes("/")
	if err != nil {
		return m, err
	}
	for _, a := range attributes {
		if a.Name != "step" || !a.Type.Number() { // a text may be a date
			continue
		}
		if step := whole(a.Value); step >= 0 {
			m.step, m.told = step, true
		} else {
			m.odd = a.String()
		}
	}
	return m, nil
}

// atStep takes the step from where the caller says; a file without it has no place in the series.
func (m member) atStep(f *hdf5file.File, named string) (member, error) {
	value, err := f.Named(named)
	if err != nil {
		return m, fmt.Errorf("%s: its step: %w", m.path, err)
	}
	if m.step = whole([]float64{value.Value}); m.step < 0 {
		return m, fmt.Errorf("%s: its step %s is %v, expected a whole number of at least 0", m.path, named, value.Value)
	}
	m.told = true
	return m, nil
}

// whole is the one whole number of an attribute, -1 where it is anything else.
func whole(value any) int64 {
	const exact = 1 << 53 // up to here float64 holds every integer
	switch list := value.(type) {
	case []int64:
		if len(list) == 1 {
			return list[0]
		}
	case []float64:
		if len(list) == 1 && list[0] >= 0 && list[0] < exact && list[0] == math.Trunc(list[0]) {
			return int64(list[0])
		}
	}
	return -1
}

// sameStep says whether two files of one step are of one series: attributes say so, or names that differ in nothing but
// leading zeros of the step.
func (m member) sameStep(other member) bool {
	return m.step == other.step && m.odd == other.odd && (m.told && other.told || m.numbered == other.numbered)
}

// oddly says why two files of one name are no partners; "" where they may be.
func (m member) oddly(other member) string {
	if m.odd == other.odd {
		return ""
	}
	return fmt.Sprintf("no partner: its attribute step is %s, and %s in %s; expected whole numbers of at least 0, or the same value", m.said(), other.said(), other.path)
}

// said is the attribute step as a file has it.
func (m member) said() string {
	switch {
	case m.odd != "":
		return m.odd
	case m.told:
		return fmt.Sprint(m.step)
	}
	return "absent"
}
