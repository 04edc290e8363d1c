// Package machine is one header, machine.h: everything that depends on the processor and is no kernel.
//
// A package whose C or C++ includes the header by its path imports this package too. The go command sees no header outside
// a package's own folder; it does see an import, and compiles what imports this package anew when the header changes.
//
// Here lives what another processor needs written anew. Never here: work, and another package of this module.
package machine

import _ "embed"

// header makes the text of the header a part of this package, so that a change of the one is a change of the other. Nothing
// reads it, and no program contains it.
//
//go:embed machine.h
var header string
