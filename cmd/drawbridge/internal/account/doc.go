// Package account reads what solver runs and the library wrote about their times, and sets them
// side by side: what a step and its properties took with the bridge off and on.
//
// Here lives the arithmetic of that table. Never here: layout (console) or measuring.
package account
