package stencils

import "embed"

// Sources are the texts that a unit of the package gpu includes, by their names in #include lines.
//
//go:embed sweep.h dialect.h exact.h operators.h operators/*.h multigrid.h gpu/*.h
var Sources embed.FS

// ofHosts makes Go compile the instruction sets anew where a text of theirs changes. Nobody reads it, so no program has it.
//
//go:embed *.h
var ofHosts embed.FS

// Forms is the text of the instruction forms of expressions.
//
//go:embed expression_forms.h
var Forms string
