/* What one pass over the species of a state gives (one_pass.h). */
struct mixture {
    composition m;
    attraction q;
    ideal_gas g;
    chung_sums s;
};
