KERNEL(totalenthalpy, "h ke", "h0 flag", "nothing",
       "total enthalpy from h and ke")

/* Total enthalpy h0 from h and ke, J/kg. */
function real totalenthalpy(const parameters &, real h, real ke, real &h0) {
    const mask good = good_energy(h) & good_energy(ke);
    h0 = select(good, h + ke, not_a_number());
    return failed(good, flag_bad_energy);
}
