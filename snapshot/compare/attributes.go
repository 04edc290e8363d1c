package compare

import (
	"errors"
	"sort"
	"strings"

	"drawbridge/snapshot/hdf5file"
)

// Attribute is one that differs. It is told and does not change the verdict: two runs of the same
// state differ in their settings.
type Attribute struct {
	Object    string `json:"object"`
	Name      string `json:"name"`
	Reference string `json:"reference"` // "" where it is absent
	New       string `json:"new"`
}

// attributes compares those of the root and of every compared dataset and its group.
func (c *comparison) attributes() {
	objects := map[string]string{"/": "/"}
	for _, f := range c.result.Fields {
		to := f.Path
		if f.NewPath != "" {
			to = f.NewPath
		}
		objects[f.Path] = to
		for cut := strings.LastIndexByte(f.Path, '/'); cut > 0; cut = strings.LastIndexByte(f.Path[:cut], '/') {
			objects[f.Path[:cut]] = f.Path[:cut]
		}
	}
	for object, other := range objects {
		a, errA := c.ref.Attributes(object)
		b, errB := c.new.Attributes(other)
		if err := errors.Join(errA, errB); err != nil {
			c.result.Skipped = append(c.result.Skipped, Skip{object, "its attributes: " + strings.ReplaceAll(err.Error(), "\n", "; "), false})
			continue
		}
		c.result.Attributes = append(c.result.Attributes, differing(object, a, b)...)
	}
	sort.Slice(c.result.Attributes, func(i, k int) bool {
		x, y := c.result.Attributes[i], c.result.Attributes[k]
		return x.Object+"\x00"+x.Name < y.Object+"\x00"+y.Name
	})
}

func differing(object string, a, b []hdf5file.Attribute) []Attribute {
	table := map[string]*Attribute{}
	entry := func(name string) *Attribute {
		if table[name] == nil {
			table[name] = &Attribute{Object: object, Name: name}
		}
		return table[name]
	}
	for _, x := range a {
		entry(x.Name).Reference = x.String()
	}
	for _, x := range b {
		entry(x.Name).New = x.String()
	}
	var out []Attribute
	for _, x := range table {
		if x.Reference != x.New {
			out = append(out, *x)
		}
	}
	return out
}
