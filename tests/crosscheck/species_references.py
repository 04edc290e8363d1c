"""Critical data and dipole moments of the built-in species from two independent sources, as the file that
properties/species/reference_test.go compares the table with:
    pip install CoolProp==6.8.0 chemicals==1.5.2
    python tests/crosscheck/species_references.py properties/species/species.json > properties/species/testdata/references.json
CoolProp's are the critical points of its reference equations of state; those of the package chemicals are compilations. Where CoolProp
has no equation for a species, two compilations that do not copy each other stand side by side."""
import json
import sys

import chemicals
import CoolProp
import CoolProp.CoolProp as CP

CAS = {'H2': '1333-74-0', 'O2': '7782-44-7', 'H2O': '7732-18-5', 'H2O2': '7722-84-1', 'CH4': '74-82-8', 'CO': '630-08-0',
       'CO2': '124-38-9', 'CH2O': '50-00-0', 'CH3OH': '67-56-1', 'C2H2': '74-86-2', 'C2H4': '74-85-1', 'C2H6': '74-84-0',
       'CH2CO': '463-51-4', 'N2': '7727-37-9', 'NO': '10102-43-9', 'N2O': '10024-97-2', 'NO2': '10102-44-0', 'NH3': '7664-41-7',
       'HCN': '74-90-8', 'AR': '7440-37-1', 'C3H8': '74-98-6', 'CH3CHO': '75-07-0', 'C12H26': '112-40-3'}
FLUID = {'H2': 'Hydrogen', 'O2': 'Oxygen', 'H2O': 'Water', 'CH4': 'Methane', 'CO': 'CarbonMonoxide', 'CO2': 'CarbonDioxide',
         'CH3OH': 'Methanol', 'C2H4': 'Ethylene', 'C2H6': 'Ethane', 'N2': 'Nitrogen', 'N2O': 'NitrousOxide', 'NH3': 'Ammonia',
         'AR': 'Argon', 'C3H8': 'n-Propane', 'C12H26': 'n-Dodecane'}
COOLPROP = {'Tc': 'Tcrit', 'Pc': 'pcrit', 'omega': 'acentric'}
COMPILATIONS = ['IUPAC', 'MATTHEWS', 'PSRK', 'CRC', 'WEBBOOK', 'YAWS', 'PINAMARTINES']
DIPOLES = ['CCCBDB', 'MULLER', 'POLING']
ASK = {'Tc': (chemicals.Tc, chemicals.Tc_methods), 'Pc': (chemicals.Pc, chemicals.Pc_methods), 'Vc': (chemicals.Vc, chemicals.Vc_methods),
       'omega': (chemicals.omega, chemicals.omega_methods), 'dipole': (chemicals.dipole_moment, chemicals.dipole_moment_methods)}


def references(name, quantity):
    found = []
    if name in FLUID and quantity != 'dipole':
        value = 1 / CP.PropsSI('rhomolar_critical', FLUID[name]) if quantity == 'Vc' else CP.PropsSI(COOLPROP[quantity], FLUID[name])
        found.append({'source': 'CoolProp', 'value': float('%.7g' % value)})
    ask, methods = ASK[quantity]
    there = methods(CAS[name])
    for method in DIPOLES if quantity == 'dipole' else COMPILATIONS:
        if method in there and len(found) < 2:
            found.append({'source': 'chemicals ' + method, 'value': float('%.7g' % ask(CAS[name], method=method))})
    return found


table = json.load(open(sys.argv[1]))['species']
print(json.dumps({'versions': {'CoolProp': CoolProp.__version__, 'chemicals': chemicals.__version__},
                  'species': {s['name']: {q: references(s['name'], q) for q in ASK} for s in table if s['name'] in CAS}}, indent=1))
