package compare

import (
	"encoding/xml"
	"fmt"
	"maps"
	"slices"

	"drawbridge/files"
)

// The part of the JUnit format that test servers read.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure,omitempty"`
	Skipped *junitMessage `xml:"skipped,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
}

// JUnit gives the verdicts as a test suite: a case for each dataset.
func (r *Result) JUnit() []byte {
	s := junitSuite{Name: files.OneLine("drawbridge compare " + r.Reference + " " + r.New)}
	s.add("", r)
	return s.text()
}

// Name is what a comparison of two folders calls this pair: its step, or the name of its files.
func (r *Result) Name() string {
	if r.File != "" {
		return r.File
	}
	return fmt.Sprintf("step %d", r.Step)
}

// JUnitSeries gives those of several comparisons, the step or file before each dataset. `lone` names the
// steps and files that have no partner, each with the reason.
func JUnitSeries(name string, steps []*Result, lone map[string]string) []byte {
	s := junitSuite{Name: files.OneLine(name)}
	for _, r := range steps {
		s.add(r.Name()+" ", r)
	}
	for _, step := range slices.Sorted(maps.Keys(lone)) {
		s.fail(step, lone[step])
	}
	return s.text()
}

func (s *junitSuite) add(prefix string, r *Result) {
	for _, f := range r.Fields {
		if f.Same {
			s.Cases = append(s.Cases, junitCase{Name: files.OneLine(prefix + f.Path)})
			continue
		}
		largest, where := fmt.Sprint(float64(f.MaxAbs)), f.Where
		if f.OnlyNaN() {
			largest, where = "NaN", f.FirstNaN
		}
		values := ""
		if where != nil && where.Reference != "" {
			values = fmt.Sprintf(": %s against %s", where.Reference, where.New)
		}
		s.fail(prefix+f.Path, fmt.Sprintf("%d of %d beyond tolerance, max abs %s at %s%s %s", f.Beyond, f.Count, largest, where, values, f.Reason))
	}
	for _, path := range r.Missing {
		s.fail(prefix+path, "missing in "+r.New)
	}
	for _, path := range r.Extra {
		if !r.extraIgnored {
			s.fail(prefix+path, "not in "+r.Reference)
		}
	}
	if r.TimesDiffer {
		s.fail(prefix+timeNames[0], r.TimeNote)
	} else if r.TimeNote != "" {
		s.skip(prefix+timeNames[0], r.TimeNote)
	}
	for _, skip := range r.Skipped {
		if skip.Counts {
			s.fail(prefix+skip.Path, "not compared: "+skip.Reason)
		} else {
			s.skip(prefix+skip.Path, skip.Reason)
		}
	}
}

// Names of files, fields and units are kept on one line: a test server prints them as they are.
func (s *junitSuite) fail(name, why string) {
	s.Cases = append(s.Cases, junitCase{Name: files.OneLine(name), Failure: &junitMessage{files.OneLine(why)}})
	s.Failures++
}

func (s *junitSuite) skip(name, why string) {
	s.Cases = append(s.Cases, junitCase{Name: files.OneLine(name), Skipped: &junitMessage{files.OneLine(why)}})
	s.Skipped++
}

func (s *junitSuite) text() []byte {
	s.Tests = len(s.Cases)
	text, _ := xml.MarshalIndent(s, "", "  ") // nothing in these types can fail
	return append([]byte(xml.Header), append(text, '\n')...)
}
