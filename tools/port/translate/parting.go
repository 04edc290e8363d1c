package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
)

// This file writes how lanes leave a construct one by one, and come back: f_off has the lanes that are away, m_<id> those that
// entered a construct, and x_<id> those that left it.

// enter notes the lanes that are in a construct which some of them may leave.
func (e *emitter) enter(f *frame) {
	e.masked++
	e.emit("f_mask m_%d, x_%d; m_%d = f_on; x_%d = f_none();", f.id, f.id, f.id, f.id)
}

// comeBack takes those that left up again.
func (e *emitter) comeBack(f *frame) {
	e.masked--
	e.emit("f_off = f_off && !x_%d; f_on = m_%d && !f_off;", f.id, f.id)
}

// away lets the lanes that are here leave a frame around.
func (e *emitter) away(i int, which string) {
	e.left = min(e.left, i)
	mask := fmt.Sprint(which, e.frames[i].id)
	e.emit("%s = %s || f_on; f_off = f_off || f_on; f_on = f_none();", mask, mask)
}

// lanesJump writes a jump of some lanes to a label further down.
func (e *emitter) lanesJump(s *syntax.Stmt) bool {
	if e.packs == nil {
		return false
	}
	e.jump(s.Labels[0]) // which is one
	for i, f := range slices.Backward(e.frames) {
		if f.label == s.Labels[0] {
			if f.mask {
				e.away(i, "x_")
			}
			return f.mask
		}
	}
	return false
}

// lanesOf is a list of statements in packs. What follows a statement by which lanes may leave runs if one is left: their numbers
// may divide by zero, or lie beyond an array.
type lanesOf struct {
	*emitter
	open int // ifs
}

// lanesList begins a list: what is ahead of each label that lanes jump to is a frame.
func (e *emitter) lanesList(list []*syntax.Stmt) *lanesOf {
	l := &lanesOf{emitter: e}
	if e.packs == nil {
		return l
	}
	for _, s := range slices.Backward(list) {
		if e.aims[s.Label] {
			f := &frame{label: s.Label, id: e.next(), mask: e.packs.jumped[s]}
			if e.frames = append(e.frames, f); f.mask {
				e.enter(f)
			}
		}
	}
	return l
}

// ahead ends the frame of a label.
func (l *lanesOf) ahead(s *syntax.Stmt) {
	if l.packs == nil || !l.aims[s.Label] {
		return
	}
	f := l.frames[len(l.frames)-1]
	l.frames = l.frames[:len(l.frames)-1]
	if f.mask {
		l.end()
		l.comeBack(f)
	}
}

// behind looks whether lanes may have left.
func (l *lanesOf) behind(s *syntax.Stmt) {
	if l.packs == nil {
		return
	}
	if l.left >= len(l.frames) {
		l.left = noneLeft
		return
	}
	l.emit("if (f_some(f_on)) {")
	l.open++
}

func (l *lanesOf) end() {
	if l.open > 0 {
		l.emit("%s", strings.Repeat("}", l.open))
		l.open = 0
	}
}

// noneLeft: no frame has been left.
const noneLeft = 1 << 30
