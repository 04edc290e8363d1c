/* F = integral of dv/D from v to infinity, D = v^2+2bv-b^2 (departure functions, physics of
 * Peng & Robinson 1976): F = atanh(z)/(sqrt2 b) with z = sqrt2 b/(v+b), that is F = series/(v+b).
 * series(w) = atanh(z)/z with w = (b/(v+b))^2 = z^2/2, 0 < w < 1/4 as v > b: a polynomial of degree
 * 18, relative error 1.3e-16 (minimax, 50 digits), no logarithm, no division by b, right for b -> 0. */
function real series(real w) {
    const real w2 = w * w, w4 = w2 * w2, w8 = w4 * w4;
    const real p0 = (1.0 + w * 0.6666666666662872) + w2 * (0.8000000001784117 + w * 1.142857109634132);
    const real p4 = (1.7777810402219019 + w * 2.908895930606765) + w2 * (4.930795506375268 + w * 8.319632981993632);
    const real p8 = (19.34980841687228 + w * -37.07585835838196) + w2 * (769.5964314419814 + w * -6084.858874234825);
    const real p12 = (40439.45781411757 + w * -198580.49971635532) + w2 * (732548.0139992685 + w * -1949014.4377525183);
    const real p16 = (3567581.5304480866 + w * -4023541.106926821) + w2 * 2153781.801509266;
    return (p0 + w4 * p4) + w8 * ((p8 + w4 * p12) + w8 * p16);
}
