// Package skeleton writes the first files of a new solver or kernel.
//
// Here live the texts of those files and the rules for names. Never here: what the command prints.
package skeleton
