package stencils

import (
	"embed"
	"io/fs"
)

//go:embed sweep.h dialect.h exact.h operators.h operators/*.h multigrid.h gpu/*.h
var sources embed.FS

// Sources are the texts that a unit of the package gpu includes, by their names in #include lines.
func Sources() fs.FS { return sources }
