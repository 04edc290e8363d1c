package set

import (
	"io/fs"
	"regexp"
	"strings"

	"drawbridge/kernels/gpu"
	"drawbridge/kernels/stencils"
)

var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/`)
	formLine = regexp.MustCompile(`FORM\((\w+)(?:, \(([A-Z, ]+)\))?`)
)

// Sources are the texts that a unit of the package gpu includes, by their names in #include lines.
func Sources() fs.FS { return gpu.With(stencils.Sources) }

// ExpressionForms are the numbers of the instruction forms of expressions on a host, by name and kinds of operands, as in
// "product_plus FFN"; a form without operands has its name alone. They come from the lines that C++ makes its handlers of.
func ExpressionForms() map[string]int {
	forms := map[string]int{}
	for _, m := range formLine.FindAllStringSubmatch(comments.ReplaceAllString(stencils.Forms, ""), -1) {
		for _, kinds := range strings.Split(m[2], ", ") {
			name := m[1]
			if kinds != "" && kinds != "O" {
				name += " " + kinds
			}
			forms[name] = len(forms)
		}
	}
	return forms
}
