package source

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Cases in which the rules of old C differ from those of today: gfortran says what is left.
func TestThePreprocessorIsGfortransInCases(t *testing.T) {
	folder := folderOf(t)
	const head = "#define S 3\n#define U(a) \"a\"\n#define F(x) [x]\n#define H F\n"
	for name, text := range map[string]string{
		"a blank behind a backslash":             "x = S + \\ \t\n  S\n\\\\ \t\nS\n",
		"a blank behind a backslash in #define":  "#define N 4 \\ \n+ S\nx = N\n",
		"a backslash at the end of the file":     "x = S \\",
		"a backslash in front of a quote":        "if (sep == '\\') x = x*S\nx = S\n",
		"escaped quotes":                         "s = '\\'' // S // 'S'\ns = \"\\\\\" // S\n\\' S ' S '\n\\\\' S ' S\n\\a 'S' S\n",
		"escaped quotes around a comment":        "'\\'/* S */' S /* x */\n\\\"/* S */ S\n/* \\*/ S\n",
		"escaped quotes in arguments":            "F('\\'') S F('\\')')\nF(\"\\\",)\") S\n",
		"escaped quotes in a body":               "#define B '\\'' S\n#define C '\\' S\nB S\n",
		"quotes of an argument in a string":      "U(\"z\") U('z') U(z\\y) U(\"a\\b\") U(\\\"z\\\") U(\"a\\\\\" \"b\")\n",
		"names that begin with defined":          "#define defined_mode 3\n#if defined_mode == 3 && definedness == 0\nx\n#endif\n#if defined(S)&&defined\tS&&!defined ( NO )\ny\n#endif\n",
		"the names of gfortran":                  "__GFC_INT_1__ __GFC_INT_8__ __SIZEOF_DOUBLE__ __CHAR_BIT__ __BYTE_ORDER__ __STDC_HOSTED__ __INT_MAX__\n#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __SIZEOF_INT__ == 4 && !defined(__linux__) && !defined(unix) && defined(__GNUC__)\nx\n#endif\n",
		"#undef of a name of gfortran":           "#undef __CHAR_BIT__\n__CHAR_BIT__\n#define __FILE__ 3\n__FILE__\n#define __LINE__ S\n__LINE__\n#undef __FILE__\n#undef NO S\n__FILE__\n",
		"#elifdef":                               "#ifdef NO\n1\n#elifdef S\n2\n#else\n3\n#endif\n#ifdef S\n4\n#elifdef S\n5\n#elifndef\n6\n#else\n7\n#endif\n#if 0\n#elifndef NO\n8\n#elif 1\n9\n#endif\n",
		"words like those of the preprocessor":   "#if 0\n#else1\n1\n#endif_\n#endif\n2\n",
		"<...> is not beside the file":           "#include <b.inc>\n#include <only.inc>\n#include \"b.inc\"\n#include \"only.inc\"\n",
		"U":                                      "#if 1 < 2U && 3u - 2 == 1 && 0x10UL == 020 && 0b11 == 3 && 5 / 2U == 2 && (0 || 1LLU)\nx\n#endif\n",
		"a macro at the end of a line":           "! every routine begins with F\nx = S\n! F /* F */\n\n (S) S F\n'S' S\nH\n(S)\ncall F\n\n\nS\n",
		"a macro in front of a comment":          "x = F/**/(S) F /* S */ (S)\n",
		"a macro in front of a name":             "F(S)S U(S)S\n",
		"a macro at the end of the file":         "x = F",
		"a macro at the end in what is not read": "#if 0\nF\n#endif\n(S)\n",
		"arguments over several lines":           "#define A(a,b) a+b+__LINE__\nx = A(1,\n 2) + S\nx = A(1, & ! no\n  & F(S\n\n)) S\nx = __LINE__\nx = F ( (1\n) ) + __LINE__\n'F(' S\nF('a,\n')') S\n",
		"arguments that begin in the next line":  "x = F\n  ( (1\n) ) + S\n",
		"a macro in a condition":                 "#if F\nx\n#else\nS\n#endif\n",
		"#pragma once":                           "#include \"once.inc\"\n#include \"once.inc\"\n#include \"inc/../once.inc\"\nS\n",
		"#line":                                  "__LINE__ __FILE__\n#line 100\n__LINE__ __FILE__\n#line 200 \"foo.f90\"\n__LINE__ __FILE__\n# 300 \"bar.f90\"\n\n__LINE__ __FILE__\n#define L 400\n#line L\n__LINE__\n#include \"b.inc\"\n__LINE__\n#if __LINE__ == 405\nx\n#endif\n",
		"comments in #define":                    "#define/**/K 3\n#/* x */\n#/* x */define J(x/* c */, /* d */ y) x y\nK J(1,2)\n#define Z(/**/) z\nZ()\n#define O/**/(x) x\nO(1)\n",
		"columns":                                "      x = S      + F( S )\n     &  + S\t\tS  /* x */  S\n",
	} {
		numbers := !strings.Contains(text, "#line") && !strings.Contains(text, "F\n")
		if refused, theirsToo := compared(t, filepath.Join(folder, "a.F90"), head+text, numbers, "-I"+filepath.Join(folder, "inc")); refused != nil || theirsToo {
			t.Errorf("%s: %v, gfortran refuses: %v", name, refused, theirsToo)
		}
	}
	for text, want := range map[string]string{
		"#if -1 < 0U\n#endif\n": "the condition #if -1 < 0U", "#if 1_0\n#endif\n": "1_0", "#if 1lul\n#endif\n": "1lul", "#if 0o17\n#endif\n": "0o17", "#if (1 ? -1 : 0U) > 0\n#endif\n": "0U",
		"#ifdef __OPTIMIZE__\n#endif\n": "a condition on __OPTIMIZE__", "#if !defined(__PIC__)\n#endif\n": "__PIC__", "#ifndef S\n#elifdef __FAST_MATH__\n#endif\n": "__FAST_MATH__",
		"#if __FINITE_MATH_ONLY__\n#endif\n": "__FINITE_MATH_ONLY__", "#if __GNUC__ > 4\n#endif\n": "the value of __GNUC__", "#ifdef __has_include\n#endif\n": "__has_include",
		"#if __LINE__ /*\n*/ == 5\n#endif\n": "__LINE__", "#elifdef S\n": "#elifdef without its #if", "#ifdef NO\n#elifdef\n#endif\n": "#ifdef ",
		"#if 1\n#include \"open.inc\"\n": "open.inc:1: #endif without its #if", "x = F\n#ifdef S\n#endif\n": "the macro F at the end of a line, with #ifdef after it",
		"x = F(1\n#ifdef S\n#endif\n)\n": "whose arguments do not end", "x = F(1\n": "whose arguments do not end",
		"#include \"last.inc\"\n(x)\n": "the macro L at the end of an included file", "#include <once.inc>\n": "#include of once.inc", "#line foo\n": "#line foo", "# 5 \"x\" 1\n": "#line 5 \"x\" 1",
		"#pragma push_macro(\"S\")\n": "push_macro", "#undef 1S\n": "#undef 1S", "#define defined 1\n": "#define defined", "#define X(a,a) a\n": "the arguments", "/*\n": "a C comment without its end",
	} {
		refused, _ := compared(t, filepath.Join(folder, "a.F90"), head+text, true, "-I"+filepath.Join(folder, "inc"))
		if refused == nil || !strings.Contains(refused.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, refused, want)
		}
	}
}

// The names that gfortran defines are those that it prints.
func TestTheNamesOfGfortran(t *testing.T) {
	folderOf(t)
	if version, err := exec.Command("gfortran", "-dumpversion").Output(); err != nil || strings.TrimSpace(string(version)) != "12" {
		t.Skipf("skipped: gfortran is %s, and the table has the names of 12", version)
	}
	out, err := exec.Command("gfortran", "-cpp", "-dM", "-E", "-x", "f95-cpp-input", os.DevNull).Output()
	if err != nil {
		t.Fatal(err, string(out))
	}
	all, seen := predefined(), map[string]bool{}
	for _, line := range strings.Split(string(out), "\n") {
		line, is := strings.CutPrefix(line, "#define ")
		if !is {
			continue
		}
		name, body, _ := strings.Cut(line, " ")
		seen[name] = true
		if m := all[name]; m == nil || !m.compiler && m.body != body {
			t.Errorf("%s is %s: %+v", name, body, m)
		}
	}
	for name, m := range all {
		if !seen[name] && !m.compiler && !strings.HasSuffix(name, "LINE__") && name != "__FILE__" {
			t.Errorf("gfortran does not define %s", name)
		}
	}
}

// Names whose values only the compiler knows refuse the statements that use them, not the file.
func TestNamesOfTheCompilerStay(t *testing.T) {
	f, err := Parse("a.F90", "! built on __DATE__ by __GNUC__\nx = 1 ! __DATE__\ny = __GNUC__\ns = 'of __GNUC__'\nz = __LINE__ \\\n + 1\nend\n")
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string]string{}
	for _, line := range f.Lines {
		if line.Bad != "" {
			bad[line.Text] = line.Bad
		}
	}
	if len(f.Lines) != 5 || len(bad) != 2 || bad["y = __gnuc__"] != "the value of __GNUC__, which depends on the compiler" || !strings.Contains(bad["z = __line__  + 1"], "__LINE__") {
		t.Errorf("%+v", f.Lines)
	}
}

// Comments and macros over many lines take a time that grows as the lines do: each of these once took a minute or more.
func TestManyLinesAreRead(t *testing.T) {
	const n = 100000
	many := filepath.Join(t.TempDir(), "many.inc")
	if err := os.WriteFile(many, []byte(strings.Repeat("! a line of an included file\n", n)), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a comment":        "/*" + strings.Repeat(" in a comment\n", n) + "*/ x = 1\n",
		"backslashes":      "!" + strings.Repeat(" joined \\\n", n) + "\nx = 1\n",
		"comments":         strings.Repeat("/* a */ /* b\n */", n) + "\nx = 1\n",
		"macros":           "#define F(x) x\n" + strings.Repeat("! F\n", n) + "x = 1\n",
		"blank lines":      "#define F(x) x\n! F\n" + strings.Repeat("\n", n) + "x = 1\n",
		"an included file": "#include \"" + many + "\"\nx = 1\n",
	} {
		start := time.Now()
		f, err := Parse("a.F90", text+"end\n")
		if err != nil || f.Lines[0].Text != "x = 1" || time.Since(start) > 20*time.Second { // tenths of a second
			t.Errorf("%s: %v after %s", name, err, time.Since(start))
		}
	}
}

func TestFlagsOfThePreprocessor(t *testing.T) {
	for _, flag := range []string{"-Xpreprocessor", "-isystem", "-isystem/usr", "-iquote", "-idirafter", "-undef", "-Wp,-DX", "-nostdinc", "-imacros", "-I-"} {
		if _, err := ReadFlags([]string{"-O2", flag, "x"}); err == nil || !strings.Contains(err.Error(), "the flag "+flag+" ") {
			t.Error(flag, err)
		}
	}
	for text, list := range map[string][]string{"201711": {"-fopenacc"}, "201511": {"-fopenmp"}, "none": {"-fopenacc", "-fno-openacc", "-fopenmp", "-U_OPENMP"}} {
		flags, err := ReadFlags(list)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse("a.F90", "#if defined(_OPENACC)\nx = _OPENACC\n#elif defined(_OPENMP)\nx = _OPENMP\n#else\nx = none\n#endif\nend\n", flags)
		if err != nil || f.Lines[0].Text != "x = "+text || text != "none" && len(flags.Words) != 1 {
			t.Error(list, err, f)
		}
	}
	for flag, want := range map[string]string{"-D1X": "--define 1X, expected NAME or NAME=VALUE", "-D": "--define , expected", "-D=3": "--define =3, expected", "-DX(1)=2": "--define X(1)=2, expected", "-U1X": "-U 1X, expected NAME"} {
		flags, err := ReadFlags([]string{flag})
		if err == nil {
			_, err = Parse("a.F90", "end\n", flags)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", flag, err, want)
		}
	}
}
