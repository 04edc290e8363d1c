package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// numbers are the numbers that flags take: decimal ones. Go would also read 010 as 8, 0x10 as 16 and 1_0 as 10.
var numbers = map[string]*regexp.Regexp{
	"int":     regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`),
	"float64": regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$|^[-+]?([iI]nf|[nN]a[nN])$`), // who takes a number says whether it must be finite
}

// decimal is a flag that refuses other ways to write a number.
type decimal struct {
	pflag.Value
	number *regexp.Regexp
}

func (d decimal) Set(text string) error {
	for _, one := range strings.Split(text, ",") {
		if !d.number.MatchString(strings.TrimSpace(one)) {
			return fmt.Errorf("%q is not a decimal number", one)
		}
	}
	return d.Value.Set(text)
}

// takeDecimals makes all flags of numbers, of a command and of those below it, take decimal ones alone.
func takeDecimals(command *cobra.Command) {
	command.Flags().VisitAll(func(f *pflag.Flag) {
		if number := numbers[strings.TrimSuffix(f.Value.Type(), "Slice")]; number != nil {
			f.Value = decimal{f.Value, number}
		}
	})
	for _, sub := range command.Commands() {
		takeDecimals(sub)
	}
}
