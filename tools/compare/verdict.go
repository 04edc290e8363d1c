package compare

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/tools/hdf5file"
)

// leftOut lists what the options leave out of either file.
func (c *comparison) leftOut(refs, news map[string]*hdf5file.Dataset) {
	set := map[string]bool{}
	for _, path := range c.result.LeftOut { // what could not be described
		set[path] = true
	}
	for _, table := range []map[string]*hdf5file.Dataset{refs, news} {
		for path := range table {
			if !c.options.wants(path) {
				set[path] = true
			}
		}
	}
	c.result.LeftOut = slices.Sorted(maps.Keys(set))
}

// skips lets what holds no data count where one file alone has it, and names once what both have.
func (c *comparison) skips() {
	times := map[Skip]int{}
	for _, s := range c.result.Skipped {
		times[s]++
	}
	var once []Skip
	for _, s := range c.result.Skipped {
		if times[s] > 0 {
			n := times[s]
			times[s] = 0
			s.Counts = s.Counts || n < 2
			once = append(once, s)
		}
	}
	c.result.Skipped = once
}

// conclude forms the verdict in one sentence. A comparison of less than everything that was asked for is never SAME.
func (c *comparison) conclude() error {
	r := c.result
	elements := int64(0)
	var different, uncompared, unread []string
	for _, f := range r.Fields {
		elements += f.Count
		if !f.Same {
			different = append(different, path.Base(f.Path))
		}
	}
	silent := 0
	for _, s := range r.Skipped {
		if s.Unreadable {
			unread = append(unread, path.Base(s.Path))
		} else if s.Counts {
			uncompared = append(uncompared, path.Base(s.Path))
		} else {
			silent++
		}
	}
	var parts []string
	add := func(list []string, what string) {
		if len(list) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s (%s)", len(list), what, abridged(list)))
		}
	}
	if len(different) > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s (%s)", len(different), status.Count(len(r.Fields), "field"), abridged(different)))
	}
	add(r.Missing, "missing")
	if !c.options.IgnoreExtra {
		add(r.Extra, "extra")
	}
	if r.TimesDiffer {
		parts = append(parts, r.TimeNote)
	}
	if len(parts) == 0 && elements == 0 {
		return c.nothing()
	}
	r.differs = len(parts) > 0
	add(unread, "cannot be read")
	add(uncompared, "not compared")
	if r.Same = len(parts) == 0; r.Same {
		parts = append(parts, Agree(status.Count(len(r.Fields), "field"), len(r.Fields)))
	}
	r.Summary = strings.Join(append(parts, c.asides(silent)...), ", ")
	return nil
}

// Agree says that n things, which what counts in words, agree.
func Agree(what string, n int) string {
	if n == 1 {
		return what + " agrees within tolerance"
	}
	return "all " + what + " agree within tolerance"
}

// asides say what the verdict does not rest on.
func (c *comparison) asides(silent int) (parts []string) {
	r := c.result
	if r.TimeNote != "" && !r.TimesDiffer {
		parts = append(parts, r.TimeNote)
	}
	if len(r.Extra) > 0 && c.options.IgnoreExtra {
		parts = append(parts, fmt.Sprintf("%d extra ignored", len(r.Extra)))
	}
	if len(r.LeftOut) > 0 {
		parts = append(parts, fmt.Sprintf("%d left out by name", len(r.LeftOut)))
	}
	if r.UnitsIgnored > 0 {
		parts = append(parts, status.Count(r.UnitsIgnored, "unit")+" missing in one file ignored")
	}
	if c.options.Halo > 0 {
		parts = append(parts, status.Count(c.options.Halo, "layer")+" of halo left out")
	}
	if silent > 0 {
		parts = append(parts, fmt.Sprintf("%d without data passed over", silent))
	}
	return parts
}

// abridged keeps a long list of names readable.
func abridged(names []string) string {
	const most = 40
	text := strings.Join(names[:min(most, len(names))], " ")
	if len(names) > most {
		text += " ..."
	}
	return text
}
