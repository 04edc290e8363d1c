"""Properties by the Python package: golden states, shapes, bad input."""
import json
import os
import unittest
from pathlib import Path

import numpy

import drawbridge
from drawbridge._properties import real_array

MIXTURE, NAMES = [0.5, 0.5, 0, 0, 0], ["CH4", "O2", "CO2", "H2O", "N2"]


class Golden(unittest.TestCase):
    def test_states(self):
        golden = json.loads((Path(os.environ["ROOT"]) / "tests/golden/golden.json").read_text())
        data = {species["name"]: species for species in golden["species"]}
        judged = 0
        for mechanism, names in golden["mechanisms"].items():
            states = [s for s in golden["states"] if s["mech"] == mechanism and not s["opts"] and s["kij"] is None and s["out"]["class"] == "regular"]
            list_ = [data[name] for name in names]
            with drawbridge.Frame(ns=len(names)) as frame:
                frame.species_data(omega=[s["omega"] for s in list_], **{key: [s[key] for s in list_] for key in ("W", "Tc", "Pc")},
                                   **{short: [s["nasa7"][key] for s in list_]
                                      for short, key in (("Tmid", "Tmid"), ("nasa_low", "low"), ("nasa_high", "high"))})
                out = frame.properties("preosThermalProperties", outputs="rho cp flag", **{key: [s[key] for s in states] for key in "TPY"})
            for place, state in enumerate(states):
                for name in ("rho", "cp"):
                    want, rtol = state["out"][name], state["out"]["rtol"][name]
                    self.assertLessEqual(abs(out[name][place] - want), rtol*abs(want), (state["id"], name))
                    judged += 1
        self.assertGreater(judged, 100)


class Properties(unittest.TestCase):
    def setUp(self):
        self.frame = drawbridge.Frame(NAMES, log="off")
        self.addCleanup(self.frame.close)

    def thermal(self, **inputs):
        return self.frame.properties("preosThermalProperties", **{"T": 300.0, "P": 1e7, "Y": MIXTURE, **inputs})

    def refused(self, name, *parts, call=None, **inputs):
        with self.assertRaises(drawbridge.Error) as caught:
            call() if call else self.thermal(**inputs)
        self.assertEqual(caught.exception.name, name, str(caught.exception))
        for part in parts:
            self.assertIn(part, str(caught.exception))

    def test_a_dict_by_species(self):
        T = numpy.linspace(200, 900, 6)
        part = numpy.linspace(0.2, 0.6, 6)
        whole = numpy.zeros((6, 5))
        whole[:, 0], whole[:, 1] = part, 1 - part
        self.assertTrue(numpy.array_equal(self.thermal(T=T, Y={"O2": 1 - part, "CH4": part})["rho"], self.thermal(T=T, Y=whole)["rho"]))
        self.refused("UNKNOWN_NAME", "no species 'methane'; species are CH4 O2", Y={"methane": 1.0})

    def test_other_inputs_have_default_outputs(self):
        first = self.thermal()
        found = self.frame.properties("preosThermalProperties(rho, e)", rho=first["rho"], e=first["e"], Y=MIXTURE)
        self.assertTrue({"T", "P", "h", "c"} <= set(found) and "rho" not in found and "e" not in found, sorted(found))
        self.assertAlmostEqual(float(found["T"]), 300.0, 9)

    def test_messages_name_calls_of_python(self):
        self.refused("ORDER", "no array was given for input P; give it by its name", P=None)
        self.refused("ORDER", "close() that Frame first", call=lambda: drawbridge.Frame(["N2"]))
        self.refused("SHAPE", "numpy.broadcast_to", T=numpy.full((3, 4), 300.0), P=numpy.full((4, 3), 1e5))
        self.frame.close()
        with drawbridge.Frame() as self.frame:
            self.refused("ORDER", "this Frame has no species", Y=[1.0])

    def test_any_shape_and_order_gives_the_same(self):
        T = numpy.linspace(200, 900, 24).reshape(2, 3, 4)
        Y = numpy.random.default_rng(1).dirichlet(numpy.ones(5), T.shape)
        alone = [self.thermal(T=T[i], Y=Y[i])["rho"] for i in numpy.ndindex(T.shape)]
        species_first = numpy.moveaxis(numpy.ascontiguousarray(numpy.moveaxis(Y, -1, 0)), 0, -1)
        wide = numpy.zeros((2, 3, 8))
        wide[..., ::2] = T
        for t, y in ((T, Y), (T, species_first), (numpy.asfortranarray(T), numpy.asfortranarray(Y)), (numpy.asfortranarray(T), Y),
                     (wide[..., ::2], Y), (T.tolist(), Y.tolist())):
            out = self.thermal(T=t, Y=y)
            self.assertEqual(out["rho"].shape, T.shape)
            self.assertEqual(out["rho"].ravel().tolist(), alone)
        jacobian = [self.frame.properties("eosgammajacobianproperties", T=t, P=1e7, Y=y)["rhoYi"]
                    for t, y in ((T, Y), (numpy.asfortranarray(T), numpy.asfortranarray(Y)))]
        self.assertEqual(jacobian[0].shape, Y.shape)
        numpy.testing.assert_array_equal(*jacobian)

    def test_unaligned_input_is_copied(self):
        T = numpy.linspace(200, 900, 7)
        unaligned = numpy.frombuffer(b"0" + T.tobytes(), offset=1)
        self.assertFalse(unaligned.flags.aligned)
        self.assertTrue(real_array(unaligned, "T").flags.aligned)
        self.assertTrue(numpy.shares_memory(real_array(T, "T"), T))
        numpy.testing.assert_array_equal(self.thermal(T=unaligned)["rho"], self.thermal(T=T)["rho"])

    def test_inputs_are_never_written(self):
        T, Y = numpy.full(3, 300.0), numpy.array([[0.6, 0.6, 0, 0, 0]]*3)
        T.flags.writeable = Y.flags.writeable = False
        self.frame.set_option("normalise", "on")
        out = self.frame.properties("preosRhoHFromTPProp", T=T, P=1e7, Y=Y)
        self.assertTrue(numpy.isfinite(out["rho"]).all())
        self.assertEqual(Y[0, 0], 0.6)
        back = self.frame.properties("preosCalcTFromHP", h=out["h"], P=1e7, Y=Y, T=T)
        numpy.testing.assert_allclose(back["T"], T, rtol=1e-10)
        self.assertFalse(numpy.shares_memory(back["T"], T))

    def test_units_are_the_callers(self):
        T, Y = numpy.linspace(200, 900, 7), numpy.tile([0.2]*5, (7, 1))
        expected = self.frame.properties("preosRhoHFromTPProp", T=T, P=2.0**23, Y=Y)
        self.frame.units(temperature=256, pressure=2.0**20, density=16)
        scaled = self.frame.properties("preosRhoHFromTPProp", T=T/256, P=8.0, Y=Y)
        numpy.testing.assert_array_equal(16*scaled["rho"], expected["rho"])
        numpy.testing.assert_array_equal(2.0**16*scaled["h"], expected["h"])
        self.refused("ARGUMENT", "contradicts", call=lambda: self.frame.units(pressure=1, density=1, velocity=2))
        self.frame.units()
        again = self.frame.properties("preosRhoHFromTPProp", T=T, P=2.0**23, Y=Y)
        numpy.testing.assert_array_equal(again["rho"], expected["rho"])

    def test_float32_is_widened(self):
        out = self.thermal(T=numpy.float32([300.1]))
        self.assertEqual(out["rho"].dtype, numpy.float64)
        self.assertEqual(out["rho"], self.thermal(T=float(numpy.float32(300.1)))["rho"])

    def test_no_points(self):
        out = self.thermal(T=numpy.empty((0, 3)))
        self.assertEqual((out["rho"].shape, out["flag"].dtype), ((0, 3), numpy.int64))
        self.refused("UNKNOWN_NAME", "temp", temp=numpy.empty((0, 3)))

    def test_chosen_outputs(self):
        for outputs in ("rho c", ["rho", "c"]):
            self.assertEqual(list(self.thermal(outputs=outputs)), ["rho", "c"])
        self.refused("UNKNOWN_NAME", "density", outputs="density")

    def test_wrong_shapes(self):
        self.refused("SHAPE", "P: given shape (4,)", "Expected (3,)", T=numpy.ones(3), P=numpy.ones(4))
        self.refused("SHAPE", "Yi: given shape (2,)", "last axis of 5", Y=[0.5, 0.5])
        self.refused("SHAPE", "given shape ()", Y=1.0)
        self.refused("SHAPE", "Yi: given shape (5, 3)", "last axis of 5", "numpy.moveaxis", T=numpy.ones(3), Y=numpy.full((5, 3), 0.2))
        Y = numpy.random.default_rng(1).dirichlet(numpy.ones(5), 5)
        self.refused("SHAPE", "whose first axis sums to 1", T=numpy.full(5, 300.0), Y=Y.T)
        self.assertTrue(numpy.isfinite(self.thermal(T=numpy.full(5, 300.0), Y=Y)["rho"]).all())
        self.refused("SHAPE", "T: ", T=[[1, 2], [3]])

    def test_wrong_values(self):
        self.refused("ARGUMENT", "T: given numbers of type <U3", T="hot")
        self.refused("ARGUMENT", "complex128", T=300 + 1j)
        self.refused("ARGUMENT", "masked", T=numpy.ma.masked_array([300.0], [True]))
        self.refused("ARGUMENT", "Y and Yi", Yi=MIXTURE)
        self.refused("ORDER", "no array was given for input Yi", Y=None)
        self.refused("UNKNOWN_NAME", "collection 'nothing' is not known", call=lambda: self.frame.properties("nothing", T=1))

    def test_nan_is_a_flag_and_strict_an_error(self):
        out = self.thermal(T=[300.0, numpy.nan])
        self.assertEqual(out["flag"].tolist(), [0, 1 << drawbridge.FLAGS["bad_temperature"]])
        self.assertEqual(numpy.isnan(out["rho"]).tolist(), [False, True])
        self.frame.close()
        self.frame = drawbridge.Frame(NAMES, check="strict", log="off")
        self.refused("BAD_VALUE", "bad_temperature", T=[300.0, numpy.nan])

    def test_lifetime(self):
        self.assertEqual(self.frame.species(), tuple(NAMES))
        self.refused("ORDER", call=lambda: drawbridge.Frame(NAMES))
        self.refused("ORDER", "species or fields already", call=lambda: self.frame.species(["O2"]))
        self.frame.close()
        self.frame.close()
        self.refused("ORDER", "this Frame is closed")
        with drawbridge.Frame(log="off") as frame:
            self.refused("UNKNOWN_NAME", "XX", call=lambda: frame.species(["XX"]))
            self.assertEqual(frame.species(["O2"]), ("O2",))
        self.refused("ARGUMENT", "list of names", call=lambda: drawbridge.Frame("CH4"))
        self.refused("ARGUMENT", "species: given", "no order", call=lambda: drawbridge.Frame({"CH4", "O2"}))
        self.refused("ARGUMENT", "ns: given 3", "2 species are named", call=lambda: drawbridge.Frame(["CH4", "O2"], ns=3))
        self.refused("ARGUMENT", "expected a str", call=lambda: drawbridge.Frame(["\ud800"]))
        self.refused("FILE", "absent.yaml", call=lambda: drawbridge.Frame("absent.yaml"))
        self.refused("UNKNOWN_NAME", "devise", call=lambda: drawbridge.Frame(NAMES, devise="host"))
        self.refused("ARGUMENT", "one line", call=lambda: drawbridge.Frame(NAMES, log="off\nthreads=1"))
        drawbridge.Frame(NAMES)  # forgotten: the next one may begin
        drawbridge.Frame(NAMES).close()

    def test_mechanism_options_and_report(self):
        self.frame.close()
        with drawbridge.Frame(Path(os.environ["ROOT"]) / "tests/mechanisms/kerosene.yaml", options={"root": "liquid"}) as frame:
            self.assertGreater(len(frame.species()), 0)
            self.assertIn("root", frame.report())
            self.refused("ARGUMENT", "root", call=lambda: frame.set_option("root", "solid"))

    def test_data_of_wrong_shape(self):
        self.frame.close()
        with drawbridge.Frame(ns=2) as frame:
            one = {key: [1.0, 1.0] for key in ("W", "Tc", "Pc", "omega", "Tmid")}
            self.refused("SHAPE", "nasa_low: given shape (7, 2), expected (2, 7)",
                         call=lambda: frame.species_data(**one, nasa_low=numpy.ones((7, 2)), nasa_high=numpy.ones((2, 7))))
