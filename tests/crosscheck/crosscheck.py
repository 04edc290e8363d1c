"""Drawbridge's Peng-Robinson against three independent codes: cantera, CoolProp and thermo.

    crosscheck.py STATES.txt ROUNDED.txt SPECIES.json

STATES.txt is what crosscheck_states printed, ROUNDED.txt what it printed with the constants of CoolProp. Each code gets our Tc, Pc, omega, and where it can, our a,
b and NASA-7, and is compared where it follows the same convention: rho (kg/m3), h (J/kg, on the scale
|h| + cp T), cp (J/kg/K), c (m/s). The ideal part of CoolProp and thermo is NASA-7 evaluated here.

What each cannot follow is left out: cantera's printed constants for omega > 0.491 and its choice among
three roots; CoolProp's polynomial for omega > 0.491. A judged figure must lie within TOLERANCE.
"""
import json
import math
import sys

import CoolProp.CoolProp as coolprop
import cantera
from thermo.eos_mix import PR78MIX

R = 8.31446261815324  # J/mol/K
ROUNDED_R = 8.3144598  # CoolProp's
TOLERANCE = 1e-9
LEAST = 60  # figures that a code must have judged


def critical_constants():
    """Omega_a and Omega_b of Peng and Robinson (1976), exact."""
    x = (-1 + (6 * math.sqrt(2) + 8) ** (1 / 3) - (6 * math.sqrt(2) - 8) ** (1 / 3)) / 3
    return 8 * (5 * x + 1) / (49 - 37 * x), x / (x + 3)


def read_states(path):
    words = iter(open(path).read().split())
    for word in words:
        names = [next(words) for _ in range(int(word))]
        T, P = float(next(words)), float(next(words))
        Y = [float(next(words)) for _ in names]
        yield names, T, P, Y, dict(zip(("rho", "h", "cp", "c"), (float(next(words)) for _ in range(4))))


def nasa(species, T):
    """Molar cp (J/mol/K) and h (J/mol) of the ideal gas."""
    a = species["nasa7"]["low" if T <= species["nasa7"]["Tmid"] else "high"]
    cp = sum(a[k] * T**k for k in range(5))
    return R * cp, R * (a[5] + sum(a[k] * T ** (k + 1) / (k + 1) for k in range(5)))


class Mixture:
    def __init__(self, table, names, Y):
        self.species = [table[n] for n in names]
        moles = [y / s["W"] for y, s in zip(Y, self.species)]
        self.W = sum(Y) / sum(moles)  # kg/mol
        self.X = [n / sum(moles) for n in moles]
        self.heavy = any(s["omega"] > 0.491 for s in self.species)

    def ideal(self, T):
        each = [nasa(s, T) for s in self.species]
        return [sum(x * e[k] for x, e in zip(self.X, each)) for k in (0, 1)]


def by_thermo(m, T, P):
    eos = PR78MIX(T=T, P=P, zs=m.X, kijs=[[0.0] * len(m.X) for _ in m.X], Tcs=[s["Tc"] for s in m.species],
                  Pcs=[s["Pc"] for s in m.species], omegas=[s["omega"] for s in m.species])
    phase = eos.phase
    if phase == "l/g":
        phase = "l" if eos.G_dep_l < eos.G_dep_g else "g"
    get = lambda name: getattr(eos, f"{name}_{phase}")
    cp0, h0 = m.ideal(T)
    V, cp, cv = get("V"), cp0 + get("Cp_dep"), cp0 - R + get("Cv_dep")
    return {"rho": m.W / V, "h": (h0 + get("H_dep")) / m.W, "cp": cp / m.W,
            "c": math.sqrt(-V * V * cp / cv * get("dP_dV") / m.W)}


def by_cantera(m, T, P):
    if m.heavy:
        return None
    omega_a, omega_b = critical_constants()
    species = []
    for s in m.species:
        n = s["nasa7"]
        species.append({
            "name": s["name"], "composition": s["composition"],
            "thermo": {"model": "NASA7", "temperature-ranges": [n["Tlow"], n["Tmid"], n["Thigh"]], "data": [n["low"], n["high"]]},
            "equation-of-state": {"model": "Peng-Robinson", "acentric-factor": s["omega"],
                                  "a": f"{omega_a * R**2 * s['Tc']**2 / s['Pc'] * 1e6!r} Pa*m^6/kmol^2",
                                  "b": f"{omega_b * R * s['Tc'] / s['Pc'] * 1e3!r} m^3/kmol"}})
    phase = {"name": "fluid", "thermo": "Peng-Robinson", "species": [s["name"] for s in species], "state": {"T": 300, "P": 1e5}}
    gas = cantera.Solution(yaml=json.dumps({"phases": [phase], "species": species}))
    gas.TPX = T, P, m.X
    scale = gas.mean_molecular_weight / (1e3 * m.W)  # atomic weights may differ in the last digits: compare per mole
    return {"rho": gas.density / scale, "h": gas.enthalpy_mass * scale, "cp": gas.cp_mass * scale,
            "c": gas.sound_speed * math.sqrt(scale)}


def by_coolprop(m, T, P, known=set()):
    if m.heavy:
        return None
    for s in m.species:
        if s["name"] not in known:
            known.add(s["name"])
            coolprop.add_fluids_as_JSON("PR", json.dumps([{
                "CAS": "x-" + s["name"], "name": "x-" + s["name"], "aliases": [], "Tc": s["Tc"], "Tc_units": "K", "pc": s["Pc"], "pc_units": "Pa",
                "acentric": s["omega"], "molemass": s["W"], "molemass_units": "kg/mol"}]))
    state = coolprop.AbstractState("PR", "&".join("x-" + s["name"] for s in m.species))
    if len(m.X) > 1:
        state.set_mole_fractions(m.X)
        state.specify_phase(coolprop.iphase_gas)
    try:
        state.update(coolprop.PT_INPUTS, P, T)
    except ValueError:
        return None  # its search for the density gave up
    return {"rho": state.rhomolar() * m.W, "h": (m.ideal(T)[1] * ROUNDED_R / R + state.hmolar_residual()) / m.W}


class Tally:
    def __init__(self, code):
        self.code, self.judged, self.worst, self.failed = code, 0, 0.0, []

    def compare(self, names, T, P, ours, theirs):
        for quantity, value in theirs.items():
            scale = abs(ours[quantity]) + (ours["cp"] * T if quantity == "h" else 0)
            error = abs(value - ours[quantity]) / scale
            self.judged += 1
            self.worst = max(self.worst, error)
            if not error <= TOLERANCE:
                self.failed.append(f"{quantity} of {'/'.join(names)} at {T:g} K, {P:g} Pa: {value!r}, ours {ours[quantity]!r}")

    def good(self):
        for line in self.failed[:10]:
            print(f"{self.code}: {line}")
        print(f"{self.code}: {self.judged} figures judged, {len(self.failed)} failed, worst relative error {self.worst:.1e}")
        return not self.failed and self.judged >= LEAST


def judge(code, method, states, table):
    """Compare one code on all states but those where it has no answer or sits on another root."""
    tally = Tally(code)
    for names, T, P, Y, ours in states:
        theirs = method(Mixture(table, names, Y), T, P)
        if theirs and (code == "thermo" or abs(theirs["rho"] / ours["rho"] - 1) < 0.02):
            tally.compare(names, T, P, ours, theirs)
    return tally.good()


def main():
    exact, rounded = (list(read_states(path)) for path in sys.argv[1:3])
    table = {s["name"]: s for s in json.load(open(sys.argv[3]))["species"]}
    good = [judge("thermo", by_thermo, exact, table), judge("cantera", by_cantera, exact, table),
            judge("CoolProp", by_coolprop, rounded, table)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
