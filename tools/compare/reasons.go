package compare

import (
	"fmt"
	"path"
	"strings"
)

// Reasons say why the two are not the same where that is more than the numbers of their fields: one text for each cause.
func (r *Result) Reasons() []string {
	var list []string
	if r.TimesDiffer {
		list = append(list, r.TimeNote)
	}
	for _, f := range r.Fields {
		if !f.Same && f.Reason != "" {
			list = append(list, path.Base(f.Path)+": "+f.Reason)
		}
	}
	if len(r.Missing) > 0 {
		list = append(list, "missing: "+abridged(r.Missing))
	}
	if len(r.Extra) > 0 && !r.extraIgnored {
		list = append(list, "extra: "+abridged(r.Extra))
	}
	for _, s := range r.Skipped {
		if s.Counts {
			list = append(list, "not compared: "+s.Path+": "+s.Reason)
		}
	}
	return list
}

// nothing says why there is nothing to compare.
func (c *comparison) nothing() error {
	r := c.result
	var parts []string
	for side, file := range []string{r.Reference, r.New} {
		if c.sets[side] == 0 && len(r.Skipped) == 0 && (side == 0 || file != r.Reference) {
			parts = append(parts, file+" holds no dataset")
		}
	}
	if len(r.LeftOut) > 0 {
		parts = append(parts, fmt.Sprintf("%d left out by name (%s)", len(r.LeftOut), abridged(lastParts(r.LeftOut))))
	}
	var empty []string
	for _, f := range r.Fields {
		empty = append(empty, path.Base(f.Path))
	}
	if len(empty) > 0 {
		parts = append(parts, fmt.Sprintf("%d without an element (%s)", len(empty), abridged(empty)))
	}
	if len(r.Extra) > 0 {
		parts = append(parts, fmt.Sprintf("%d in %s alone (%s)", len(r.Extra), r.New, abridged(lastParts(r.Extra))))
	}
	for _, s := range r.Skipped[:min(len(r.Skipped), 3)] {
		parts = append(parts, s.Path+": "+s.Reason)
	}
	if more := len(r.Skipped) - 3; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more that cannot be compared", more))
	}
	return fmt.Errorf("nothing to compare: %s", strings.Join(parts, "; "))
}

func lastParts(paths []string) (list []string) {
	for _, name := range paths {
		list = append(list, path.Base(name))
	}
	return list
}
