// Package console is how the command talks: tables, colour on terminals only, progress on long
// work, JSON for programs.
//
// Here lives layout. Never here: what is laid out.
package console
