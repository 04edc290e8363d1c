package source

// always are the names that gfortran 12 defines whatever its flags, with their values: those of gfortran -cpp -dM -E.
const always = `
_LANGUAGE_FORTRAN 1
_LP64 1
__ATOMIC_ACQUIRE 2
__ATOMIC_ACQ_REL 4
__ATOMIC_CONSUME 1
__ATOMIC_RELAXED 0
__ATOMIC_RELEASE 3
__ATOMIC_SEQ_CST 5
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
__CHAR_BIT__ 8
__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__
__GFC_INT_16__ 1
__GFC_INT_1__ 1
__GFC_INT_2__ 1
__GFC_INT_8__ 1
__GFC_REAL_10__ 1
__GFC_REAL_16__ 1
__GFORTRAN__ 1
__LP64__ 1
__ORDER_BIG_ENDIAN__ 4321
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_PDP_ENDIAN__ 3412
__SIZEOF_DOUBLE__ 8
__SIZEOF_FLOAT__ 4
__SIZEOF_INT__ 4
__SIZEOF_LONG_DOUBLE__ 16
__SIZEOF_LONG_LONG__ 8
__SIZEOF_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_SHORT__ 2
__SIZEOF_SIZE_T__ 8
__STDC_HOSTED__ 0
`

// otherValues are the names that every gfortran defines, with values that depend on its version, its flags, the time or the place.
const otherValues = `__GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__ __VERSION__ __BIGGEST_ALIGNMENT__ __FINITE_MATH_ONLY__
	__DATE__ __TIME__ __TIMESTAMP__ __COUNTER__ __INCLUDE_LEVEL__ __BASE_FILE__`

// otherNames are those that only some versions and flags define.
const otherNames = `__PIC__ __pic__ __PIE__ __pie__ __OPTIMIZE__ __OPTIMIZE_SIZE__ __FAST_MATH__ __ASSOCIATIVE_MATH__ __RECIPROCAL_MATH__
	__NO_MATH_ERRNO__ __NO_SIGNED_ZEROS__ __NO_TRAPPING_MATH__ __ROUNDING_MATH__ __SUPPORT_SNAN__ __SANITIZE_ADDRESS__ __SANITIZE_THREAD__
	__SANITIZE_HWADDRESS__ _REENTRANT __has_include __has_include_next __has_attribute __has_cpp_attribute __has_builtin`
