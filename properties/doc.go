// Package properties directs the thermodynamic and transport property collections: which views
// exist and what they mean, what each collection reads and writes, which kernel serves it, and
// the species data the kernels need.
//
// Here lives what mentions a view's name, a unit or the order of kernels. Never here: a stripe or
// a layout (views), an allocation (device), an equation per point (kernels).
package properties
