"""How far the models are from reference equations: the tables of docs/physics_accuracy.md.
    accuracy.py STATES [--check PAGE]
STATES is what accuracy_states prints: species T P rho cp c mu lambda flag. References are CoolProp's equations of state and its
correlations of viscosity and conductivity. --check compares the tables with those of the page and exits with 1 where they differ."""
import argparse
import re
import sys

import CoolProp
import CoolProp.CoolProp as CP

FLUID = {'O2': 'Oxygen', 'CH4': 'Methane', 'N2': 'Nitrogen', 'CO2': 'CarbonDioxide', 'H2': 'Hydrogen', 'H2O': 'Water', 'C12H26': 'n-Dodecane',
         'AR': 'Argon', 'C2H4': 'Ethylene', 'CH3OH': 'Methanol', 'NH3': 'Ammonia'}
KEYS = ['D', 'C', 'A', 'V', 'L']


def solid(fluid, T, P):
    """Beyond the melting line? CoolProp extrapolates its equations there without a word. n-Dodecane has no line; it melts at 264 K."""
    if fluid == 'Hydrogen':  # Datchi et al. 2000. CoolProp 6.8.0 has its constant as -0.2362 MPa: 45 MPa at 20 K, where 22 MPa were measured
        return P > 231000 * T**1.7627 - 23.62e6
    state = CP.AbstractState('HEOS', fluid)
    try:
        return state.has_melting_line() and T < state.melting_line(CoolProp.iT, CoolProp.iP, P)
    except ValueError:  # the pressure is below that of the triple point
        return False


def reference(fluid, T, P):
    """rho cp c mu lambda, None where there is no reference, and the phase; None beyond the melting line or the equation."""
    if solid(fluid, T, P):
        return None
    try:
        values = []
        for key in KEYS:
            try:
                values.append(CP.PropsSI(key, 'T', T, 'P', P, fluid))
            except ValueError:
                values.append(None)
        return (values, CP.PhaseSI('T', T, 'P', P, fluid)) if values[0] else None
    except ValueError:
        return None


def phase_word(phase, T, P, fluid):
    if phase in ('liquid', 'gas'):
        return phase
    return {'supercritical_liquid': 'liquid', 'supercritical_gas': 'gas'}.get(phase, 'supercritical')


def rows(path):
    for line in open(path):
        name, *figures = line.split()
        T, P, *values = map(float, figures)
        flag = int(values.pop())
        there = reference(FLUID[name], T, P)
        if there:
            errors = [100 * (v / r - 1) if r else None for v, r in zip(values, there[0])]
            yield name, T, P, phase_word(there[1], T, P, FLUID[name]), errors, flag, there[0]


def percent(e):
    return '-' if e is None else '%+.0f' % e if abs(e) >= 10 else '%+.1f' % e


def tables(path):
    text, last = [], None
    for name, T, P, phase, errors, flag, _ in rows(path):
        if name != last:
            text += ['', '### ' + name, '', '| T K | P MPa | phase | rho | cp | c | mu | lambda | outside_chung |', '|---|---|---|---|---|---|---|---|---|']
            last = name
        text.append('| %g | %g | %s | %s | %s |' % (T, P / 1e6, phase, ' | '.join(map(percent, errors)), 'set' if flag >> 27 & 1 else ''))
    return '\n'.join(text[1:]) + '\n'


def differences(made, page):
    """The lines that the page lacks, and the rows of its tables that are not made. A row begins with two numbers and a phase."""
    row = re.compile(r'\| [0-9.e+-]+ \| [0-9.e+-]+ \| (liquid|gas|supercritical) \|')
    made, page = made.splitlines(), page.splitlines()
    missing = [line for line in made if line not in page]
    stale = [line for line in page if (row.match(line) or line.startswith('### ')) and page.count(line) > made.count(line)]
    return missing, stale


def main():
    options = argparse.ArgumentParser()
    options.add_argument('states')
    options.add_argument('--check')
    options = options.parse_args()
    made = tables(options.states)
    if not options.check:
        print(made, end='')
        return 0
    page = open(options.check).read()
    missing, stale = differences(made, page)
    for line in missing:
        print('not in %s: %s' % (options.check, line))
    for line in stale:
        print('in %s alone: %s' % (options.check, line))
    print('%d rows, %d of them not as on the page, %d rows of the page alone' % (made.count('\n'), len(missing), len(stale)))
    return 1 if missing or stale or made.count('\n') < 100 else 0


if __name__ == '__main__':
    sys.exit(main())
