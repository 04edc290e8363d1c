package frame

// Version is the release of the library, the command and the Fortran file together.
const Version = "0.1.0"
