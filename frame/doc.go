// Package frame owns: the one lightweight global object of a process, its lifetime, the choice of
// the device, the settings, the plans, the report.
//
// Here lives what joins the rooms below. Never here: a C type (bridge), an equation, a stripe's
// arithmetic, a status that Fortran invented. All calls come one at a time.
package frame
