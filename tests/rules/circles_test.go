package rules

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	cComment  = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"`)
	cFunction = regexp.MustCompile(`(?m)^([A-Za-z_][\w ]*[ *]+)(\w+)\([^;{]*\)\s*\{`)
	cCall     = regexp.MustCompile(`\b([A-Za-z_]\w*)\s*\(`)
	cInclude  = regexp.MustCompile(`(?m)^\s*#\s*include\s+"([^"]+)"`)
)

// circle finds files that lead back to themselves, each listed from the first of them; nil: there are none.
func circle(edges map[string][]string) []string {
	done := map[string]bool{}
	var walk func(path []string) []string
	walk = func(path []string) []string {
		last := path[len(path)-1]
		if i := slices.Index(path, last); i < len(path)-1 {
			return path[i:]
		}
		if done[last] {
			return nil
		}
		next := slices.Clone(edges[last])
		slices.Sort(next)
		for _, other := range next {
			if found := walk(append(slices.Clone(path), other)); found != nil {
				return found
			}
		}
		done[last] = true
		return nil
	}
	var names []string
	for name := range edges {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if found := walk([]string{name}); found != nil {
			return found
		}
	}
	return nil
}

// callsBetween are the C files whose functions each C file of a folder calls, and includesBetween the headers that each file includes.
func callsBetween(texts map[string]string) map[string][]string {
	home, code := map[string]string{}, map[string]string{}
	for name, text := range texts {
		code[name] = cComment.ReplaceAllString(text, " ")
		for _, m := range cFunction.FindAllStringSubmatch(code[name], -1) {
			if !strings.Contains(m[1], "static") {
				home[m[2]] = name
			}
		}
	}
	edges := map[string][]string{}
	for name, text := range code {
		for _, m := range cCall.FindAllStringSubmatch(text, -1) {
			if other := home[m[1]]; other != "" && other != name && !slices.Contains(edges[name], other) {
				edges[name] = append(edges[name], other)
			}
		}
	}
	return edges
}

func includesBetween(texts map[string]string) map[string][]string {
	edges := map[string][]string{}
	for name, text := range texts {
		for _, m := range cInclude.FindAllStringSubmatch(text, -1) {
			if _, here := texts[m[1]]; here {
				edges[name] = append(edges[name], m[1])
			}
		}
	}
	return edges
}

// No C file calls into a file that calls back, and no header includes itself through others.
func TestCFilesFormNoCircle(t *testing.T) {
	for _, folder := range []string{"bridge", "device/host", "device/hostmemory", "device/gpu", "snapshot", "mpi", "kernels", "kernels/stencils"} {
		calls, all := map[string]string{}, map[string]string{}
		for _, pattern := range []string{"*.c", "*.cpp", "*.h"} {
			paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range paths {
				name := filepath.Base(path)
				all[name] = read(t, folder, name)
				if pattern == "*.c" {
					calls[name] = all[name]
				}
			}
		}
		if len(all) == 0 {
			t.Errorf("%s holds no C", folder)
		}
		if found := circle(callsBetween(calls)); found != nil {
			t.Errorf("%s: calls go in a circle: %s", folder, strings.Join(found, " -> "))
		}
		if found := circle(includesBetween(all)); found != nil {
			t.Errorf("%s: includes go in a circle: %s", folder, strings.Join(found, " -> "))
		}
	}
}

func TestACircleIsFound(t *testing.T) {
	texts := map[string]string{
		"a.c": "int one(int x)\n{\n    return two(x); /* three() */\n}\n",
		"b.c": "int two(int x)\n{\n    return three(x);\n}\nstatic int idle(void) { return one(1); }\n",
		"c.c": "int three(int x) { return x; } /* one(x) */\nchar *text = \"one(1)\";\n",
	}
	if found := circle(callsBetween(texts)); !slices.Equal(found, []string{"a.c", "b.c", "a.c"}) {
		t.Error(found)
	}
	texts["b.c"] = strings.Replace(texts["b.c"], "one(1)", "1", 1)
	if found := circle(callsBetween(texts)); found != nil {
		t.Error(found)
	}
	if found := circle(includesBetween(map[string]string{"a.h": "#include \"b.h\"\n", "b.h": "#include \"a.h\"\n"})); found == nil {
		t.Error("headers that include each other are not found")
	}
}
