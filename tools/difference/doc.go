// Package difference writes what parts two files as a snapshot of its own, new - reference for each field, with an XDMF file beside
// it that ParaView opens.
//
// Here lives which fields fit one grid and what the XDMF file says. Never here: what a difference means (compare), how a snapshot is
// written (snapshot).
package difference
