package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Kinds are the kinds, in bytes, of default real numbers, of double precision, and of what is written as real(4).
type Kinds struct{ Real, Double, Four int }

// Flags is what flags of gfortran say about the meaning of a text.
type Flags struct {
	Form                   string // free, fixed, or "": the ending of the file says it
	FixedWidth, FreeWidth  int    // the last column of a statement; 0: there is none
	DebugLines, DebugCode  bool   // D in column 1 of fixed form: a comment, or a blank
	Backslash, Conditional bool   // escapes in strings; !$ in front of a statement
	OpenACC                bool   // its name for the preprocessor
	Folders                []string
	Preprocess             string   // -cpp, -nocpp, or "": the ending of the file says it
	Automatic              bool     // files with lines of the preprocessor go through it, whatever their ending
	Macros                 []string // -DNAME=VALUE and -UNAME, in their order
	Words                  []string // those flags that are followed
	Own                    []string // those of the command by which a build compiles the file
	Kinds                  Kinds
}

// plain is what gfortran does without flags.
func plainFlags() *Flags {
	return &Flags{FixedWidth: 72, FreeWidth: 132, Kinds: Kinds{Real: 4, Double: 8, Four: 4}}
}

// refusedFlags change what a text means, or how its routines are called, in a way that the translation does not follow. A * at the
// end stands for any text.
var refusedFlags = map[string]string{
	"-fdefault-integer-8": "write integer(8) where it is meant", "-finteger-4-integer-8": "write integer(8) where it is meant",
	"-fdefault-real-10": "", "-fdefault-real-16": "", "-freal-4-real-10": "", "-freal-4-real-16": "", "-freal-8-real-4": "write real(4) where it is meant",
	"-freal-8-real-10": "", "-freal-8-real-16": "", "-fdec*": "", "-fno-automatic": "write SAVE where it is meant",
	"-finit-local-zero": "set the variables in the routine", "-finit-integer=*": "set the variables in the routine",
	"-finit-logical=*": "set the variables in the routine", "-finit-character=*": "set the variables in the routine",
	"-finit-real=zero": "set the variables in the routine", "-finit-real=inf": "set the variables in the routine", "-finit-real=-inf": "set the variables in the routine",
	"-finit-derived": "set the variables in the routine", "-fno-sign-zero": "", "-fpack-derived": "", "-fshort-enums": "",
	"-fno-underscoring": "", "-fleading-underscore": "", "-fsecond-underscore": "", "-x*": "name the form by the ending of the file, or by -ffree-form or -ffixed-form",
	"-ff2c": "", "-m32": "", "-mx32": "", "-mlong-double*": "", "@*": "write the flags out",
	"-Xpreprocessor*": preprocessorCure, "-Wp,*": preprocessorCure, "-isystem*": preprocessorCure, "-iquote*": preprocessorCure, "-idirafter*": preprocessorCure,
	"-iprefix*": preprocessorCure, "-iwithprefix*": preprocessorCure, "-isysroot*": preprocessorCure, "--sysroot*": preprocessorCure, "-imultilib*": preprocessorCure,
	"-include*": preprocessorCure, "-imacros*": preprocessorCure, "-fpre-include*": preprocessorCure, "-undef": preprocessorCure, "-nostdinc": preprocessorCure,
	"-A*": preprocessorCure, "-I-": preprocessorCure, "-traditional*": preprocessorCure, "-trigraphs": preprocessorCure, "-fpreprocessed": preprocessorCure,
	"--define-macro*": preprocessorCure, "--undefine-macro*": preprocessorCure, "--include-*": preprocessorCure,
}

const preprocessorCure = "give names with -D and folders with -I"

// ReadFlags reads flags of gfortran. Those that change what a text means are followed, or refused by name; all others, such as
// -O2, leave the meaning as it is.
func ReadFlags(list []string) (*Flags, error) {
	f := plainFlags()
	list = joined(list)
	for _, flag := range list {
		if cure, bad := refusedFlag(flag); bad {
			if cure == "" {
				cure = "compile the files of the routines without it"
			}
			return nil, fmt.Errorf("the flag %s changes what the Fortran means, and the translation does not follow it; %s", flag, cure)
		}
		known := fmt.Sprint(*f)
		if err := f.follow(flag); err != nil {
			return nil, err
		}
		if fmt.Sprint(*f) != known || strings.HasPrefix(flag, "-fdefault-") {
			f.Words = append(f.Words, flag)
		}
	}
	k := &f.Kinds
	if slices.Contains(list, "-fdefault-real-8") { // the order of flags means nothing to these two
		k.Real, k.Double = 8, 16
		if slices.Contains(list, "-fdefault-double-8") {
			k.Double = 8
		}
	} else {
		k.Real = k.Four
	}
	return f, nil
}

func refusedFlag(flag string) (cure string, bad bool) {
	for name, cure := range refusedFlags {
		start, any := strings.CutSuffix(name, "*")
		if flag == name || any && strings.HasPrefix(flag, start) {
			return cure, true
		}
	}
	return "", false
}

// joined writes -I FOLDER, -D NAME and -U NAME as one word each.
func joined(list []string) (all []string) {
	for i := 0; i < len(list); i++ {
		flag := list[i]
		if slices.Contains([]string{"-I", "-D", "-U"}, flag) && i+1 < len(list) {
			i++
			flag += list[i]
		}
		all = append(all, flag)
	}
	return all
}

// follow takes one flag.
func (f *Flags) follow(flag string) (err error) {
	name, value, _ := cutLast(flag)
	switch name {
	case "-ffixed-line-length":
		f.FixedWidth, err = columnsOf(flag, value, 7)
	case "-ffree-line-length":
		f.FreeWidth, err = columnsOf(flag, value, 4)
	}
	switch flag {
	case "-ffree-form", "-ffixed-form":
		f.Form = flag[2 : len(flag)-5]
	case "-fno-free-form", "-fno-fixed-form":
		f.Form = map[string]string{"-fno-free-form": "fixed", "-fno-fixed-form": "free"}[flag]
	case "-fd-lines-as-code":
		f.DebugLines, f.DebugCode = false, true
	case "-fd-lines-as-comments":
		f.DebugLines, f.DebugCode = true, false
	case "-fbackslash", "-fno-backslash":
		f.Backslash = flag == "-fbackslash"
	case "-fopenmp", "-fno-openmp":
		f.Conditional = flag == "-fopenmp"
	case "-fopenacc", "-fno-openacc":
		f.OpenACC = flag == "-fopenacc"
	case "-cpp", "-nocpp":
		f.Preprocess = flag
	case "-freal-4-real-8":
		f.Kinds.Four = 8
	default:
		switch {
		case strings.HasPrefix(flag, "-I"):
			f.Folders = append(f.Folders, flag[2:])
		case strings.HasPrefix(flag, "-D"), strings.HasPrefix(flag, "-U"):
			f.Macros = append(f.Macros, flag)
		}
	}
	return err
}

// cutLast cuts a flag at its last hyphen.
func cutLast(flag string) (name, value string, found bool) {
	at := strings.LastIndexByte(flag, '-')
	if at <= 0 {
		return flag, "", false
	}
	return flag[:at], flag[at+1:], true
}

// columnsOf reads a length of lines: none and 0 mean no limit.
func columnsOf(flag, value string, least int) (int, error) {
	n, err := strconv.Atoi(value)
	switch {
	case value == "none" || err == nil && n == 0:
		return 0, nil
	case err != nil || n < least:
		return 0, fmt.Errorf("the flag %s, expected a number of columns from %d on, or none", flag, least)
	}
	return n, nil
}
