"""Drawbridge against its own equations in 40-digit arithmetic, on random states that no golden file has.

    precise.py STATES.txt SPECIES.json

STATES.txt is what random_states printed. Everything is evaluated anew here by mpmath, from the species
data alone: Peng-Robinson by double sums and a root finder, Chung (1988), Chapman-Enskog, Takahashi.
Figures of energy are judged on the scale |h| + cp T, derivatives of rho and h on their own plus rho and
1/rho, lnphi absolutely; near a critical point (cp above 20 cp0) and where liquid and vapour are as good as
each other a state is passed over.
"""
import json
import sys

from mpmath import cbrt, exp, log, mp, mpf, pi, polyroots, sin, sqrt

mp.dps = 40
R, KB, NA = mpf("8.31446261815324"), mpf("1.380649e-23"), mpf("6.02214076e23")
X_ = (-1 + cbrt(6 * sqrt(2) + 8) - cbrt(6 * sqrt(2) - 8)) / 3
OMEGA_B, OMEGA_A = X_ / (X_ + 3), 8 * (5 * X_ + 1) / (49 - 37 * X_)
TOLERANCE = {"mu": 1e-10, "lambda": 1e-10, "Di": 1e-9, "lnphi": 1e-10}
SCALARS = "rho h e cp cv gamma c rhoP rhoT hP hT Z W eP eT s mu lambda".split()
ROWS = "lnphi vi hi rhoYi hYi Di".split()
LEAST = 30  # states that must have been judged

VISCOSITY = [[6.32402, 50.4119, -51.6801, 1189.02], [0.12102e-2, -0.11536e-2, -0.62571e-2, 0.37283e-1], [5.28346, 254.209, -168.481, 3898.27],
             [6.62263, 38.0957, -8.46414, 31.4178], [19.7454, 7.63034, -14.3544, 31.5267], [-1.89992, -12.5367, 4.98529, -18.1507],
             [24.2745, 3.44945, -11.2913, 69.3466], [0.79716, 1.11764, 0.012348, -4.11661], [-0.23816, 0.067695, -0.8163, 4.02528],
             [0.068629, 0.34793, 0.59256, -0.72663]]
CONDUCTIVITY = [[2.41657, 0.74824, -0.91858, 121.721], [-0.50924, -1.50936, -49.9912, 69.9834], [6.61069, 5.62073, 64.7599, 27.0389],
                [14.5425, -8.91387, -5.63794, 74.3435], [0.79274, 0.82019, -0.69369, 6.31734], [-5.8634, 12.8005, 9.58926, -65.5292],
                [81.171, 114.158, -60.841, 466.775]]
TAKAHASHI = [[0.1, 1.01, 0.038042, 1.52267, 0, 1], [0.2, 1.01, 0.067433, 2.16794, 0, 1], [0.3, 1.01, 0.098317, 2.42910, 0, 1],
             [0.4, 1.01, 0.137610, 2.77605, 0, 1], [0.5, 1.01, 0.175081, 2.98256, 0, 1], [0.6, 1.01, 0.216376, 3.11384, 0, 1],
             [0.8, 1.01, 0.314051, 3.50264, 0, 1], [1, 1.02, 0.385736, 3.07773, 0.141211, 13.45454], [1.2, 1.02, 0.514553, 3.54744, 0.278407, 14],
             [1.4, 1.02, 0.599184, 3.61216, 0.372683, 10.009], [1.6, 1.02, 0.557725, 3.41882, 0.504894, 8.57519],
             [1.8, 1.03, 0.593007, 3.18415, 0.678469, 10.37483], [2, 1.03, 0.696001, 3.37660, 0.665702, 11.21674],
             [2.5, 1.04, 0.790770, 3.27984, 0, 1], [3, 1.05, 0.502100, 3.39031, 0.602907, 6.19043], [4, 1.06, 0.837452, 3.23513, 0, 1],
             [5, 1.07, 0.890390, 3.13001, 0, 1]]


def exact(table):
    """The decimal figures of a table, not their doubles."""
    return [[mpf(repr(v)) for v in row] for row in table]


VISCOSITY, CONDUCTIVITY, TAKAHASHI = exact(VISCOSITY), exact(CONDUCTIVITY), exact(TAKAHASHI)


class Fluid:
    """A mixture at T, P: everything that physics knows of it, molar."""

    def __init__(self, species, T, P, Y):
        self.s, self.T, self.P, self.n = species, T, P, len(species)
        self.Wi = [mpf(s["W"]) for s in species]
        self.W = 1 / sum(y / w for y, w in zip(Y, self.Wi))
        self.X = [y / w * self.W for y, w in zip(Y, self.Wi)]
        self.Y = Y
        self.b_i = [OMEGA_B * R * mpf(s["Tc"]) / mpf(s["Pc"]) for s in species]
        self.b = sum(x * b for x, b in zip(self.X, self.b_i))
        self.u = [self.root(s, T) for s in species]
        self.ideal = [self.nasa(s, T) for s in species]
        u = [k[0] for k in self.u]
        self.S = [sum(xj * uj for xj, uj in zip(self.X, u)) * ui for ui in u]
        self.S1 = [sum(xj * (ui[1] * uj[0] + ui[0] * uj[1]) for xj, uj in zip(self.X, self.u)) for ui in self.u]
        pairs = [(xi * xj, ui, uj) for xi, ui in zip(self.X, self.u) for xj, uj in zip(self.X, self.u)]
        self.a = sum(x * p[0] * q[0] for x, p, q in pairs)
        self.a1 = sum(x * (p[1] * q[0] + p[0] * q[1]) for x, p, q in pairs)
        self.a2 = sum(x * (p[2] * q[0] + 2 * p[1] * q[1] + p[0] * q[2]) for x, p, q in pairs)
        self.volume()

    @staticmethod
    def root(s, T):
        """sqrt(a_i) as its modulus, and two T-derivatives."""
        w, Tc, Pc = mpf(s["omega"]), mpf(s["Tc"]), mpf(s["Pc"])
        m = mpf("0.37464") + mpf("1.54226") * w - mpf("0.26992") * w**2
        if w > mpf("0.491"):
            m = mpf("0.379642") + mpf("1.48503") * w - mpf("0.164423") * w**2 + mpf("0.016666") * w**3
        ac, g = sqrt(OMEGA_A) * R * Tc / sqrt(Pc), 1 + m * (1 - sqrt(T / Tc))
        sign = 1 if g >= 0 else -1
        return sign * ac * g, -sign * ac * m / (2 * sqrt(T * Tc)), sign * ac * m / (4 * T * sqrt(T * Tc))

    @staticmethod
    def nasa(s, T):
        a = [mpf(v) for v in s["nasa7"]["low" if T <= s["nasa7"]["Tmid"] else "high"]]
        return (R * sum(a[k] * T**k for k in range(5)), R * (a[5] + sum(a[k] * T ** (k + 1) / (k + 1) for k in range(5))),
                R * (a[6] + a[0] * log(T) + sum(a[k] * T**k / k for k in range(1, 5))))

    def volume(self):
        RT = R * self.T
        A, B = self.a * self.P / RT**2, self.b * self.P / RT
        roots = [z.real for z in polyroots([1, B - 1, A - 2 * B - 3 * B**2, B**3 + B**2 - A * B], maxsteps=500, extraprec=200)
                 if abs(z.imag) < mpf("1e-25") and z.real > B]
        gibbs = [z - 1 - log(z - B) - A / (2 * sqrt(2) * B) * log((z + (1 + sqrt(2)) * B) / (z + (1 - sqrt(2)) * B)) for z in roots]
        order = sorted(range(len(roots)), key=lambda k: gibbs[k])
        self.doubtful = len(order) > 1 and gibbs[order[1]] - gibbs[order[0]] < mpf("1e-9")
        self.v = roots[order[0]] * RT / self.P

    def thermal(self):
        T, P, v, a, b, a1, a2, W, X = self.T, self.P, self.v, self.a, self.b, self.a1, self.a2, self.W, self.X
        D = v**2 + 2 * b * v - b**2
        F = log((v + (1 + sqrt(2)) * b) / (v + (1 - sqrt(2)) * b)) / (2 * sqrt(2) * b)
        PT, Pv = R / (v - b) - a1 / D, -R * T / (v - b) ** 2 + 2 * a * (v + b) / D**2
        Z = P * v / (R * T)
        cp0, h0 = (sum(x * k[i] for x, k in zip(X, self.ideal)) for i in (0, 1))
        s0 = sum(x * (k[2] - (R * log(x) if x > 0 else 0)) for x, k in zip(X, self.ideal)) - R * log(P / 101325)
        h = h0 + R * T * (Z - 1) + (T * a1 - a) * F
        cv = cp0 - R + T * a2 * F
        cp = cv - T * PT**2 / Pv
        vT = -PT / Pv
        self.cp0, self.cpm = cp0, cp
        vbar, hbar, lnphi = [], [], []
        for i in range(self.n):
            bi, S, S1 = self.b_i[i], self.S[i], self.S1[i]
            Pn = R * T / (v - b) + R * T * bi / (v - b) ** 2 - 2 * S / D + 2 * a * bi * (v - b) / D**2
            vbar.append(-Pn / Pv)
            lnphi.append(bi / b * (Z - 1) - log(P * (v - b) / (R * T)) - (2 * S - a * bi / b) * F / (R * T))
            hbar.append(self.ideal[i][1] + v * Pn - R * T + 2 * (T * S1 - S) * F + (T * a1 - a) * bi * (v / (b * D) - F / b)
                        + (T * PT + v * Pv) * vbar[i])
        vi, hi = ([q / w for q, w in zip(list_, self.Wi)] for list_ in (vbar, hbar))
        rho = W / v
        return {"rho": rho, "h": h / W, "e": (h - P * v) / W, "cp": cp / W, "cv": cv / W, "gamma": cp / cv, "c": sqrt(-(v**2) * cp / cv * Pv / W),
                "rhoP": -W / (v**2 * Pv), "rhoT": -W * vT / v**2, "hP": (v - T * vT) / W, "hT": cp / W, "Z": Z, "W": W,
                "eP": (v - T * vT - v - P / Pv) / W, "eT": (cp - P * vT) / W, "s": (s0 + R * log(P * (v - b) / (R * T)) + a1 * F) / W,
                "lnphi": lnphi, "vi": vi, "hi": hi, "rhoYi": [-(rho**2) * (k - vi[-1]) for k in vi], "hYi": [k - hi[-1] for k in hi]}

    def transport(self):
        T, X, s = self.T, self.X, self.s
        sigma = [mpf("0.809") * cbrt(mpf(k["Vc"]) * 10**6) for k in s]
        eps = [mpf(k["Tc"]) / mpf("1.2593") for k in s]
        M = [w * 1000 for w in self.Wi]
        omega, mu, kappa = ([mpf(k[name]) for k in s] for name in ("omega", "dipole", "kappa_assoc"))
        pairs = [(i, j) for i in range(self.n) for j in range(self.n)]
        sij = {(i, j): sqrt(sigma[i] * sigma[j]) for i, j in pairs}
        eij = {(i, j): sqrt(eps[i] * eps[j]) for i, j in pairs}
        total = lambda f: sum(X[i] * X[j] * f(i, j) for i, j in pairs)
        s3 = total(lambda i, j: sij[i, j] ** 3)
        e = total(lambda i, j: eij[i, j] * sij[i, j] ** 3) / s3
        w = total(lambda i, j: (omega[i] + omega[j]) / 2 * sij[i, j] ** 3) / s3
        Mm = (total(lambda i, j: eij[i, j] * sij[i, j] ** 2 * sqrt(2 * M[i] * M[j] / (M[i] + M[j]))) / (e * cbrt(s3) ** 2)) ** 2
        k = total(lambda i, j: sqrt(kappa[i] * kappa[j]))
        mu4 = s3 * e * total(lambda i, j: mu[i] ** 2 * mu[j] ** 2 / (sij[i, j] ** 3 * eij[i, j]))
        Vc, Tc = s3 / mpf("0.809") ** 3, mpf("1.2593") * e
        mur4 = mpf("131.3") ** 4 * mu4 / (Vc * Tc) ** 2
        Ts, Tr, y = T / e, T / Tc, mpf("1e-6") / self.v * Vc / 6
        Fc = 1 - mpf("0.2756") * w + mpf("0.059035") * mur4 + k
        omega_v = (mpf("1.16145") * Ts ** mpf("-0.14874") + mpf("0.52487") * exp(mpf("-0.77320") * Ts) + mpf("2.16178") * exp(mpf("-2.43787") * Ts)
                   - mpf("6.435e-4") * Ts ** mpf("0.14874") * sin(mpf("18.0323") * Ts ** mpf("-0.76830") - mpf("7.27371")))
        G1 = (1 - y / 2) / (1 - y) ** 3
        entries = lambda table: [row[0] + row[1] * w + row[2] * mur4 + row[3] * k for row in table]
        contact = lambda c: (c[0] * (1 - exp(-c[3] * y)) / y + c[1] * G1 * exp(c[4] * y) + c[2] * G1) / (c[0] * c[3] + c[1] + c[2])
        E, B = entries(VISCOSITY), entries(CONDUCTIVITY)
        V23 = cbrt(Vc) ** 2
        eta0 = mpf("40.785") * Fc * sqrt(Mm * T) / (V23 * omega_v)
        G2, H2 = contact(E), contact(B)
        eta = eta0 * (1 / G2 + E[5] * y) + mpf("36.344") * sqrt(Mm * Tc) / V23 * E[6] * y**2 * G2 * exp(E[7] + E[8] / Ts + E[9] / Ts**2)
        alpha = (self.cp0 - R) / R - mpf("1.5")
        beta, Zp = mpf("0.7862") - mpf("0.7109") * w + mpf("1.3168") * w**2, 2 + mpf("10.5") * Tr**2
        psi = 1 + alpha * ((mpf("0.215") + mpf("0.28288") * alpha - mpf("1.061") * beta + mpf("0.26665") * Zp)
                           / (mpf("0.6366") + beta * Zp + mpf("1.061") * alpha * beta))
        lam0 = mpf("7.452") * eta0 * mpf("1e-6") / Mm * psi
        lam = lam0 * (1 / H2 + B[5] * y) + mpf("3.039e-4") * sqrt(Tc / Mm) / V23 * B[6] * y**2 * H2 * sqrt(Tr)
        return {"mu": eta * mpf("1e-7"), "lambda": lam * mpf("418.4"), "Di": self.diffusion()}

    def diffusion(self):
        T, P, X, s = self.T, self.P, self.X, self.s

        def pair(i, j):
            Ts = T / sqrt(mpf(s[i]["eps_k"]) * mpf(s[j]["eps_k"]))
            integral = (mpf("1.06036") * Ts ** mpf("-0.15610") + mpf("0.19300") * exp(mpf("-0.47635") * Ts)
                        + mpf("1.03587") * exp(mpf("-1.52996") * Ts) + mpf("1.76474") * exp(mpf("-3.89411") * Ts))
            mass = self.Wi[i] * self.Wi[j] / (self.Wi[i] + self.Wi[j]) / NA
            size = (mpf(s[i]["sigma"]) + mpf(s[j]["sigma"])) / 2
            w = X[i] / (X[i] + X[j])
            f = takahashi(T / (w * mpf(s[i]["Tc"]) + (1 - w) * mpf(s[j]["Tc"])), P / (w * mpf(s[i]["Pc"]) + (1 - w) * mpf(s[j]["Pc"])))
            return mpf(3) / 16 * sqrt(2 * pi * (KB * T) ** 3 / mass) / (P * pi * size**2 * integral) * max(f, mpf("1e-3"))

        if self.n == 1:
            return [pair(0, 0)]
        return [(1 - X[i]) / sum(X[j] / pair(i, j) for j in range(self.n) if j != i) for i in range(self.n)]


def takahashi(Tr, Pr):
    row = lambda r: r[1] * (1 - r[2] * Tr ** -r[3]) * (1 - r[4] * Tr ** -r[5])
    if Pr < TAKAHASHI[0][0]:
        return mpf(1)
    if Pr >= TAKAHASHI[-1][0]:
        return row(TAKAHASHI[-1])
    k = max(i for i, r in enumerate(TAKAHASHI) if r[0] <= Pr)
    low, high = TAKAHASHI[k], TAKAHASHI[k + 1]
    return row(low) + (Pr - low[0]) / (high[0] - low[0]) * (row(high) - row(low))


def read(path):
    lines = iter(open(path).read().split("\n"))
    for line in lines:
        if line.split():
            numbers = [[mpf(float(v)) for v in next(lines).split()] for _ in range(3)]
            yield line.split()[1:], numbers


def compare(names, T, P, want, got, cp, rho, worst):
    """The first figure that is off, as text; None where all agree."""
    energy, scale = abs(want["h"]) + cp * T, dict.fromkeys(("h", "e", "hi", "hYi"), abs(want["h"]) + cp * T)
    scale.update(lnphi=1, vi=1 / rho, rhoYi=rho, s=energy / T, hP=1 / rho, eP=1 / rho)
    for name, value in got.items():
        for k, (g, w) in enumerate(zip(value if isinstance(value, list) else [value], want[name] if isinstance(want[name], list) else [want[name]])):
            error = abs(g - w) / (abs(w) + scale.get(name, 0)) if name != "lnphi" else abs(g - w)
            worst[name] = max(worst.get(name, 0), float(error))
            if not error <= TOLERANCE.get(name, 1e-10):
                return f"{name}[{k}] of {'/'.join(names)} at {float(T):.6g} K, {float(P):.6g} Pa: {float(g)!r}, {float(w)!r} expected"
    return None


def main():
    table = {s["name"]: s for s in json.load(open(sys.argv[2]), parse_float=str, parse_int=str)["species"]}
    for s in table.values():
        s["nasa7"]["Tmid"] = mpf(s["nasa7"]["Tmid"])
    judged, passed_over, wrong, worst = 0, 0, [], {}
    for names, (state, scalars, rows) in read(sys.argv[1]):
        n = len(names)
        T, P, Y = state[0], state[1], state[2:]
        fluid = Fluid([table[name] for name in names], T, P, Y)
        want = fluid.thermal()
        if fluid.doubtful or fluid.cpm > 20 * fluid.cp0:
            passed_over += 1
            continue
        want.update(fluid.transport())
        got = dict(zip(SCALARS, scalars))
        got.update({name: rows[k * n:(k + 1) * n] for k, name in enumerate(ROWS)})
        judged += 1
        problem = compare(names, T, P, want, got, want["cp"], want["rho"], worst)
        if problem:
            wrong.append(problem)
    print("\n".join(wrong[:10]))
    print("worst errors: " + ", ".join(f"{name} {error:.0e}" for name, error in worst.items()))
    print(f"40 digits: {judged} states judged, {len(wrong)} wrong, {passed_over} passed over")
    return 1 if wrong or judged < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
