// Package port measures what each stage of the example solver's port gains, over species and orders.
//
// Here lives starting the solver on a small mixing layer and the ratios of its timings. Never here:
// tables, pictures, flags, or the timings of one run (account).
package port
