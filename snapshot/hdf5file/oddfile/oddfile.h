/* The odd file (see doc.go). Answers 0, or the line of oddfile.c that failed. */
#ifndef DRAWBRIDGE_ODDFILE_H
#define DRAWBRIDGE_ODDFILE_H
int oddfile_make(const char *path, int planted);
#endif
