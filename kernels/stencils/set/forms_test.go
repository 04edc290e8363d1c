package set

import (
	"strings"
	"testing"
)

// The forms are read as C++ reads them: comments are none, and each kind of operands counts.
func TestFormsOfExpressions(t *testing.T) {
	forms := ExpressionForms()
	for _, name := range []string{"load F", "load N", "load P", "product_plus FNF", "choose PP", "root", "keep"} {
		if _, ok := forms[name]; !ok {
			t.Errorf("there is no form %s", name)
		}
	}
	if forms["load F"] != 0 || forms["load P"] != 2 || forms["keep"] != len(forms)-1 {
		t.Errorf("load F has number %d, load P %d, keep %d of %d", forms["load F"], forms["load P"], forms["keep"], len(forms))
	}
	numbers := map[int]string{}
	for name, number := range forms {
		if numbers[number] != "" || strings.HasPrefix(name, "name") {
			t.Errorf("%s and %s share number %d", name, numbers[number], number)
		}
		numbers[number] = name
	}
}
