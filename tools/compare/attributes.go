package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"drawbridge/tools/hdf5file"
)

// Attribute is one that differs. It is told and does not change the verdict: two runs of the same
// state differ in their settings.
type Attribute struct {
	Object    string `json:"object"`
	Name      string `json:"name"`
	Reference string `json:"reference"` // "" where it is absent
	New       string `json:"new"`
}

// mostGroups is how many groups have their attributes compared; what lies beyond is noted.
const mostGroups = 10_000

// groups are those whose attributes are compared, and in which of the files they are: all that are not left out, or those of the
// fields that the caller has chosen.
func (c *comparison) groups() map[string][2]bool {
	all := map[string][2]bool{}
	for side, f := range []*hdf5file.File{c.ref, c.new} {
		for _, group := range f.Groups() {
			if group != "/" && (c.leftOutGroup(group) || len(c.options.Include) > 0 && !c.holdsField(group)) {
				continue
			}
			in := all[group]
			if len(all) >= mostGroups && in == [2]bool{} {
				c.result.Skipped = append(c.result.Skipped, Skip{Path: group, Reason: fmt.Sprintf("its attributes, and those of the groups behind it: more than %d groups", mostGroups)})
				break
			}
			in[side] = true
			all[group] = in
		}
	}
	return all
}

// leftOutGroup says whether the options leave a group out, or one that it is in.
func (c *comparison) leftOutGroup(group string) bool {
	for ; len(group) > 1 && len(c.options.Exclude) > 0; group = group[:strings.LastIndexByte(group, '/')] {
		if c.options.excludes(group) {
			return true
		}
	}
	return false
}

// holdsField says whether a field that was compared is in a group.
func (c *comparison) holdsField(group string) bool {
	return slices.ContainsFunc(c.result.Fields, func(f *Field) bool { return strings.HasPrefix(f.Path, group+"/") })
}

// attributes compares those of the root, of the groups and of every compared dataset.
func (c *comparison) attributes() {
	objects := map[string]string{}
	groups := c.groups()
	for _, f := range c.result.Fields {
		objects[f.Path] = cmp.Or(f.NewPath, f.Path)
	}
	for group := range groups {
		objects[group] = group
	}
	for object, other := range objects {
		in, group := groups[object]
		var a, b []hdf5file.Attribute
		var errA, errB error
		if in[0] || !group {
			a, errA = c.ref.Attributes(object)
		}
		if in[1] || !group {
			b, errB = c.new.Attributes(other)
		}
		if err := errors.Join(errA, errB); err != nil {
			c.result.Skipped = append(c.result.Skipped, Skip{Path: object, Reason: "its attributes: " + strings.ReplaceAll(err.Error(), "\n", "; ")})
			continue
		}
		c.result.Attributes = append(c.result.Attributes, differing(object, a, b)...)
	}
	sort.Slice(c.result.Attributes, func(i, k int) bool {
		x, y := c.result.Attributes[i], c.result.Attributes[k]
		return x.Object+"\x00"+x.Name < y.Object+"\x00"+y.Name
	})
}

func differing(object string, a, b []hdf5file.Attribute) (list []Attribute) {
	values := map[string][2]string{}
	for side, attributes := range [][]hdf5file.Attribute{a, b} {
		for _, x := range attributes {
			both := values[x.Name]
			both[side] = x.String()
			values[x.Name] = both
		}
	}
	for name, both := range values {
		if both[0] != both[1] {
			list = append(list, Attribute{object, name, both[0], both[1]})
		}
	}
	return list
}
