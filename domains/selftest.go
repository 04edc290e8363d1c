package domains

import (
	"fmt"
	"time"

	"drawbridge/device"
	"drawbridge/tuning"
)

const (
	selfTests = 3 // exchanges of a self-test; the first one compiles: no rank waits in a kernel for that
	exchanges = 3 // that are timed as one
)

// try prepares a transport and tests it. Where one byte is wrong or missing, this rank uses it at no side. All ranks go through as many
// rounds, also those that have nothing to prove: neighbours wait for their word.
func (l *channel) try(v *verdict) error {
	for _, side := range l.peers() {
		if v.open[side] {
			if err := v.prepare(l, side); err != nil {
				v.reject(side, err)
			}
		}
	}
	if err := l.both(v); err != nil {
		return err
	}
	for round := range selfTests {
		if failure := l.selfTest(v, round, 1); failure != nil {
			for _, side := range l.peers() {
				if v.open[side] {
					v.reject(side, fmt.Errorf("the proof failed: %w", failure))
				}
			}
		}
		if err := l.both(v); err != nil {
			return err
		}
	}
	return nil
}

// selfTest sends a pattern of the size of a message so many times by a transport, and judges what comes.
func (l *channel) selfTest(v *verdict, round, times int) (err error) {
	if !v.any() {
		return nil
	}
	stream := l.all.Device.About().Fields
	x := l.faces(nil, nil)
	l.wait = l.patience / partOfPatience
	defer func() { l.wait = l.patience }()
	x.SelfTest, x.Ways, x.Run, x.Patience = true, [2]way{}, round, l.wait
	for _, side := range l.sidesOf(v) {
		if x.Ways[side] = packed; v.inKernels() {
			x.Ways[side] = mailed
		}
	}
	for range times {
		if err == nil {
			err = l.pass(x, stream, func(bytes int) error { return v.send(l, l.sidesOf(v), bytes) }, l.slot)
		}
	}
	if lost := stream.Finish(); err == nil {
		err = lost
	}
	if err == nil {
		err = l.judge()
	}
	*l.notice = 0 // this transport may be out; the others are not
	return err
}

// partOfPatience is how much of it a rank waits in a self-test: its neighbours, whose side works, wait for its word meanwhile.
const partOfPatience = 3

// sidesOf are those at which a transport works.
func (l *channel) sidesOf(v *verdict) (sides []int) {
	for _, side := range l.peers() {
		if v.open[side] {
			sides = append(sides, side)
		}
	}
	return sides
}

// pass exchanges once: kernels pack, others send messages where kernels cannot, kernels unpack.
func (l *channel) pass(x *faces, stream device.Stream, send func(bytes int) error, bytes int) error {
	if err := stream.Sweep(x.sweep()); err != nil || x.Ways[0] != packed && x.Ways[1] != packed {
		return err
	}
	if err := send(bytes); err != nil {
		return err
	}
	return stream.Sweep(unpacking(x).sweep())
}

// worthLeaving is the part of the time of a way in kernels by which another way must be faster: graphs end at exchanges by others.
const worthLeaving = 0.2

// compare measures all transports that work. A pair takes the time of its slower rank, so that both choose the same.
func (l *channel) compare(list []*verdict) error {
	names, runs := make([]string, len(list)), make([]int, len(list))
	trials, err := tuning.Measure(names, func(i int) (float64, error) {
		begin := time.Now()
		if err := l.selfTest(list[i], selfTests+runs[i], exchanges); err != nil {
			return 0, err
		}
		runs[i]++
		seconds := time.Since(begin).Seconds() / exchanges
		return seconds, l.both(list[i]) // else the next transport could write where a neighbour still reads
	}, func() bool { return true })
	if err != nil {
		return err
	}
	var mine [2][]float64
	for _, side := range l.peers() {
		for _, t := range trials {
			mine[side] = append(mine[side], t.Least)
		}
	}
	theirs, err := l.swap(l.all.Ranks, mine, len(list))
	if err != nil {
		return err
	}
	for _, side := range l.peers() {
		for i, t := range trials {
			if t.Least = max(t.Least, theirs[side][i]); list[i].inKernels() {
				t.Margin = worthLeaving
			}
			list[i].trials[side] = t
		}
	}
	return nil
}
