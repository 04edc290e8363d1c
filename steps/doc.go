// Package steps runs lists of work in order: the entries of a sequence, the stripes of a plan. What a device may record is started
// again by one call, as often as asked, and what was started is waited for once. It does not know what the work does.
package steps
