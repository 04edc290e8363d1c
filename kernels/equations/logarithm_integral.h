/* F = integral of dv/D from v to infinity, D = v^2+ubv+wb^2 (departure functions): F = atanh(z)/(k b) with
 * k^2 = u^2/4 - w and z = k b/(v+ub/2), that is F = series/(v+ub/2). series(z^2/2) = atanh(z)/z, a polynomial of
 * degree 18, relative error 1.3e-16 for z^2/2 up to 1/4 (minimax, 50 digits): no logarithm, no division by b, right for
 * b -> 0; z^2/2 = (series_b/(v+ub/2))^2. As v > b, z^2/2 stays below 1/4 for Peng-Robinson and below 1/18 for SRK. */
constants series_coefficients[] = {1.0, 0.6666666666662872, 0.8000000001784117, 1.142857109634132, 1.7777810402219019, 2.908895930606765,
    4.930795506375268, 8.319632981993632, 19.34980841687228, -37.07585835838196, 769.5964314419814, -6084.858874234825, 40439.45781411757,
    -198580.49971635532, 732548.0139992685, -1949014.4377525183, 3567581.5304480866, -4023541.106926821, 2153781.801509266};
function real series(real w) {
    const double *c = series_coefficients;
    const real w2 = w * w, w4 = w2 * w2, w8 = w4 * w4;
    const real p0 = (c[0] + w * c[1]) + w2 * (c[2] + w * c[3]), p4 = (c[4] + w * c[5]) + w2 * (c[6] + w * c[7]);
    const real p8 = (c[8] + w * c[9]) + w2 * (c[10] + w * c[11]), p12 = (c[12] + w * c[13]) + w2 * (c[14] + w * c[15]);
    const real p16 = (c[16] + w * c[17]) + w2 * c[18];
    return (p0 + w4 * p4) + w8 * ((p8 + w4 * p12) + w8 * p16);
}
/* b (k^2/2)^1/2. */
function real series_b(const parameters &p, real b) { return p.header().cubic_series * b; }
