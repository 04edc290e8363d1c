// Package rows is what a row of kernels/stencils/operators says: the form in which the generator tools/generate/tables writes it and the
// stencils read it.
//
// Here live the parts of a row and what its calls become. Never here: an operator's name, a kernel, a choice between variants.
package rows

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// MostRadius is the widest stencil that kernels are made for.
const MostRadius = 8

// Operator is one operator as its row describes it.
type Operator struct {
	Name        string
	Family      string // its file, and how the names of its kernels of a host begin
	Meaning     string
	Numbers     string   // what they mean, for documents
	Count       string   // the rule for how many numbers there are, one of Counts
	Least, Most int      // fields read
	Reaches     int      // the first so many of the fields read are read beyond the point
	Radius      int      // how far it reads; 0: the count of the numbers gives it, else 1
	Writes      int      // fields written
	Dims        int      // 2 or 3: of these fields alone; 0: of both
	Axis        int      // 1 x, 2 y, 3 z; 0: of none alone
	InPlace     bool     // the field written may be one of those read
	Colours     []int    // those that it relaxes: the field written is read too, with its neighbours
	Options     []string // nil: those that every operator has
	Kernel      string   // its type for one value of points; "": it has none
	Host, GPU   []Way    // beside the kernel in the usual loop
}

// Way is one way to run an operator: a family of variants, and the calls of its kernels, in their order.
type Way struct {
	Name  string
	Calls []string
}

// Counts are the rules for how many numbers an operator takes.
var Counts = []string{"odd", "one per axis", "positive, one per axis", "half", "one per field", "as named", "at most 1", "0", "1", "2", "3", "5", "3 in 2-D, 4 in 3-D"}

// Loops say what a way of a host is made of: "" the kernel itself, or one with its own type in the loop over rows or over points, or
// a function that has a loop of its own.
var Loops = map[string]string{"tiles": "", "narrow": "", "rows": "", "colours": "", "shifted": "STENCIL", "faces": "STENCIL_OWN",
	"stacked": "STENCIL_OWN", "strips": "STENCIL_OWN", "fused": "STENCIL_OWN", "program": "STENCIL_OWN"}

// GPUWays are the ways of a GPU; those that say so have calls.
var GPUWays = map[string]bool{"points": true, "beside": true, "rows": true, "window": true, "march": true, "planes": true, "strips": true, "shared": true, "fused": true, "colours": false}

// Relaxes tells that the field written is read too, with its neighbours.
func (o *Operator) Relaxes() bool { return len(o.Colours) > 0 }

// Find gives the way of that name; nil where it is not there.
func Find(list []Way, name string) *Way {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Values take the place of the letters of a call.
type Values struct {
	T           string // the precision
	V           string // what a thread of a GPU computes at once
	R, N, A, M  int    // radius, fields read, axis from 0, accesses of an expression that reads neighbours
	D3          bool   // fields of three dimensions
	S           bool   // stores past the caches
	Interleaved bool   // I
}

var letter = regexp.MustCompile(`\b(D3|[TVRNAMSI])\b`)

// Fill puts the values into a call.
func (v Values) Fill(call string) string {
	return letter.ReplaceAllStringFunc(call, func(name string) string {
		switch name {
		case "T":
			return v.T
		case "V":
			return v.V
		case "R":
			return strconv.Itoa(v.R)
		case "N":
			return strconv.Itoa(v.N)
		case "A":
			return strconv.Itoa(v.A)
		case "M":
			return strconv.Itoa(v.M)
		case "D3":
			return strconv.FormatBool(v.D3)
		case "S":
			return strconv.FormatBool(v.S)
		}
		return strconv.FormatBool(v.Interleaved)
	})
}

// Has tells whether a letter stands in a call.
func Has(call, name string) bool {
	for _, found := range letter.FindAllString(call, -1) {
		if found == name {
			return true
		}
	}
	return false
}

// HostName is the name of a host's kernel: the family, then what the call depends on, then the way (or "s": stores past the caches).
func (o *Operator) HostName(call, way string, v Values) string {
	var b strings.Builder
	b.WriteString(o.Family)
	if Has(call, "N") {
		fmt.Fprint(&b, v.N)
	}
	if Has(call, "D3") && !v.D3 {
		b.WriteString("_2d")
	}
	if Has(call, "R") {
		fmt.Fprintf(&b, "_r%d", v.R)
	}
	b.WriteString("_" + v.T)
	if way != "" {
		b.WriteString("_" + way)
	}
	return b.String()
}
