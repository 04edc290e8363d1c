package frame

import "strings"

// mark stands as one piece in the files of the library and of the command: drawbridge doctor reads it there, since loading
// the library for it would start a second Go runtime.
const mark = "drawbridge-release-0.2.0"

// Version is the release of the library, the command and the Fortran file together.
var Version = strings.TrimPrefix(mark, "drawbridge-release-")
