// Package tree resolves what package syntax has read: modules and their use, scopes, types and kinds, extents, constants,
// who calls whom and who writes what. It decides nothing about the language that comes out; that is package translate.
package tree
