package kernels

import "embed"

// Sources are all texts of the kernels, by their names in #include lines.
//
//go:embed *.h equations/*.h properties/*.h
var Sources embed.FS

// Text is one of them; it panics where there is none.
func Text(name string) string {
	text, err := Sources.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}
