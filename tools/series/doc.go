// Package series compares two folders of snapshots step by step and says where they part: the error
// of each field against time, and the first step beyond tolerance.
//
// Here lives how steps are matched. Never here: what a difference is (compare), drawing.
package series
