// Package report says in words what was translated, what was refused and why, and how the comparison ended.
package report
