package set

import (
	"regexp"
	"strconv"
	"strings"
)

// One pattern per list; a line that begins with the macro's name is an entry.
var (
	kernelLine    = regexp.MustCompile(`(?m)^KERNEL\((\w+), "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)"\)`)
	flagLine      = regexp.MustCompile(`(?m)^FLAG\((\w+), (\d+), "([^"]*)"\)`)
	parameterLine = regexp.MustCompile(`(?m)^(HEADER|TABLE|SPECIES|COUPLE|MORE|PAIR)\((\w+), (?:(\d+), )?"([^"]*)", "([^"]*)"\)`)
)

func parseKernels(text string) []Kernel {
	var kernels []Kernel
	for _, m := range kernelLine.FindAllStringSubmatch(text, -1) {
		kernels = append(kernels, Kernel{Name: m[1], Reads: parseArguments(m[2]), Writes: parseArguments(m[3]), Needs: m[4], Meaning: m[5]})
	}
	return kernels
}

// parseArguments reads "T Yi[ns] guess?".
func parseArguments(text string) []Argument {
	var arguments []Argument
	for _, word := range strings.Fields(text) {
		name, optional := strings.CutSuffix(word, "?")
		name, perSpecies := strings.CutSuffix(name, "[ns]")
		arguments = append(arguments, Argument{Name: name, PerSpecies: perSpecies, Optional: optional})
	}
	return arguments
}

func parseFlags(text string) []Flag {
	var flags []Flag
	for _, m := range flagLine.FindAllStringSubmatch(text, -1) {
		bit, _ := strconv.Atoi(m[2]) // the pattern admits digits only
		flags = append(flags, Flag{Name: m[1], Bit: bit, Meaning: m[3]})
	}
	return flags
}

func parseParameters(text string) []Parameter {
	kinds := map[string]ParameterKind{"HEADER": Header, "TABLE": Header, "SPECIES": Species, "COUPLE": Couples, "MORE": More, "PAIR": Pairs}
	var parameters []Parameter
	for _, m := range parameterLine.FindAllStringSubmatch(text, -1) {
		count, err := strconv.Atoi(m[3])
		if err != nil { // HEADER and PAIR lines give no count
			count = 1
		}
		parameters = append(parameters, Parameter{Name: m[2], Count: count, Kind: kinds[m[1]], Unit: m[4], Meaning: m[5]})
	}
	return parameters
}
