package kernels

import "embed"

// Sources are all texts of the kernels, by their names in #include lines.
//
//go:embed *.h equations/*.h properties/*.h
var Sources embed.FS

// The lists of kernels, flags, parameters and inputs: set reads their lines.
var (
	//go:embed list.h
	List string
	//go:embed flags.h
	Flags string
	//go:embed parameters.h
	Parameters string
	//go:embed inputs.h
	Inputs string
)
