// Package compare says whether two HDF5 files hold the same state: it matches their datasets by
// path, reads both in pieces that fit a small memory, and judges each by a tolerance.
//
// An element is the same where |new - ref| <= absolute + relative*max(|ref|,|new|) + rtol*|ref| + norm*max|ref|,
// the last maximum being the dataset's. NaN against NaN is the same unless told otherwise; NaN
// against a number never is. Whatever could not be judged is listed, never passed over.
//
// Here lives what a difference means. Never here: HDF5 calls (hdf5file), tables and colours (cmd).
package compare
