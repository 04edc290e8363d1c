// Package species knows what one chemical species is: the built-in table, Cantera mechanism files
// (YAML), the rule for critical data that nobody gives, and the text that the example solver reads.
//
// Here lives a figure of a species, its unit and its source. Never here: a mixture, an option of
// the equation of state, a parameter block (properties).
package species
