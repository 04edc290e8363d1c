// Package words holds the test of the project's plain English: texts that a user may read have no sentence of more
// than 30 words, and none of the words that only insiders know. It has no code of its own.
package words
