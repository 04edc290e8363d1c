/* The odd file (see doc.go). Answers 0, or the line of oddfile.c that failed. */
#ifndef DRAWBRIDGE_ODDFILE_H
#define DRAWBRIDGE_ODDFILE_H
int oddfile_make(const char *path, int planted);

/* The numbers 1 to 6 in every place where HDF5 can keep them; "unwritten" holds none and reads as 7.
   `source` becomes a file of its own, `raw` the name of a file of bare bytes. */
int placedfile_make(const char *path, const char *source, const char *raw);

/* What HDF5 does on some damaged files: 0 reads from nowhere, 1 aborts, 2 recurses without end. */
void oddfile_crash(int kind);

/* Two elements each of types that few programs write; `planted` changes the second. */
int kindsfile_make(const char *path, int planted);
/* Changes a snapshot: the object `what` is behind a link to the file `other`, behind a symbolic link of its own file, or a
   dataset whose numbers lie in `other` as bare bytes, as bare bytes to its end, or as a virtual dataset. */
enum redirected { REDIRECTED_LINK, REDIRECTED_NAME, REDIRECTED_RAW, REDIRECTED_REST, REDIRECTED_VIRTUAL };
int redirectedfile_make(const char *path, const char *what, const char *other, int kind);

/* The same bytes under types of the same size; `other` gives them other names. */
int formsfile_make(const char *path, int other);

/* A dataset "plain", and "packed" by a filter that HDF5 does not bring. */
int packedfile_make(const char *path, int filter);

/* Adds a link to an object of another file, or of the same where `file` is empty. */
int linkfile_make(const char *path, const char *name, const char *file, const char *object);

/* A dataset "z" of n compounds of two doubles, whose members have the given names. */
int complexfile_make(const char *path, const char *first, const char *second, long n, const double *values, int chunk);
#endif
