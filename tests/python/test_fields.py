"""Fields and sequences by the Python package."""
import unittest

import numpy

import drawbridge


class Fields(unittest.TestCase):
    def setUp(self):
        self.frame = drawbridge.Frame(log="off")
        self.addCleanup(self.frame.close)

    def refused(self, name, part, call):
        with self.assertRaises(drawbridge.Error) as caught:
            call()
        self.assertEqual(caught.exception.name, name, str(caught.exception))
        self.assertIn(part, str(caught.exception))

    def test_copies(self):
        random = numpy.random.default_rng(2)
        for shape, components, layers, precision in (((4, 5, 6), 1, 0, "double"), ((4, 5), 1, 2, "double"), ((4, 5, 6), 3, 1, "double"),
                                                     ((4, 5), 2, 2, "float"), ((4, 5, 6), 1, 1, "float")):
            self.frame.create_field("u", shape, halo=2, precision=precision, components=components)
            whole = tuple(n + 2*layers for n in shape) + ((components,) if components > 1 else ())
            array = random.random(whole).astype(numpy.float64 if precision == "double" else numpy.float32)
            for given in (array, numpy.asfortranarray(array)):
                self.frame.upload("u", given, layers=layers)
                back = self.frame.download("u", layers=layers)
                self.assertEqual(back.dtype, array.dtype)
                numpy.testing.assert_array_equal(back, array)
            inner = array[tuple(slice(layers, layers + n) for n in shape)]
            numpy.testing.assert_array_equal(self.frame.download("u"), inner)
            if components > 1:
                numpy.testing.assert_array_equal(self.frame.download("u(2)"), inner[..., 1])
                for name, part in (("u(1:2)", inner[..., :2]), ("u(2:2)", inner[..., 1]), (f"u(1:{components})", inner)):
                    numpy.testing.assert_array_equal(self.frame.download(name), part)
                    self.frame.upload(name, 2*part)
                    numpy.testing.assert_array_equal(self.frame.download(name), 2*part)
                    self.frame.upload(name, part)
                self.refused("SHAPE", "u(1:2) takes an array", lambda: self.frame.upload("u(1:2)", inner[..., 0]))
                for name in ("u(2:1)", "u(0:1)", f"u(1:{components + 1})", "u(1:)", "u(:2)", "u(a:b)", "u(1:2:3)", "u()", "u(1:99999999999)"):
                    self.refused("UNKNOWN_NAME", f"several are u(1:{components})", lambda: self.frame.download(name))
            self.frame.destroy_field("u")

    def test_float32_and_wrong_shapes(self):
        self.frame.create_field("f", (4, 5), precision="float")
        self.refused("ARGUMENT", "given float64, expected float32", lambda: self.frame.upload("f", numpy.zeros((4, 5))))
        self.frame.create_field("d", (4, 5))
        self.frame.upload("d", numpy.full((4, 5), 0.1, numpy.float32))
        self.assertEqual(self.frame.download("d")[0, 0], numpy.float32(0.1))
        self.refused("SHAPE", "shape (4, 5) with layers=0; given shape (5, 4)", lambda: self.frame.upload("d", numpy.zeros((5, 4))))
        self.refused("UNKNOWN_NAME", "'x' is not known; fields are f d", lambda: self.frame.download("x"))
        self.refused("ARGUMENT", "", lambda: self.frame.create_field("e", (4, 5), halo=-1))
        self.refused("SHAPE", "-9 layers", lambda: self.frame.download("d", layers=-9))
        self.refused("ARGUMENT", "halo: given 1.5", lambda: self.frame.create_field("e", (4, 5), halo=1.5))

    def test_wrong_types(self):
        self.frame.create_field("d", (4, 4))
        step = self.frame.sequence("s")
        for part, call in (("shape: given 5", lambda: self.frame.create_field("e", 5)), ("name of a field: given 3", lambda: self.frame.download(3)),
                           ("precision: given 3", lambda: self.frame.create_field("e", (4, 4), precision=3)),
                           ("tolerance: given 'x'", lambda: self.frame.poisson("d", "d", [1, 1], tolerance="x")),
                           ("value of dt: given None", lambda: step.set("dt", None)), ("times: given 2.5", lambda: step.run(2.5)),
                           ("name of a field: given None", lambda: self.frame.destroy_field(None)),
                           ("faces: given 1", lambda: step.fill("d", 1, "mirror")), ("name of a sequence: given None", lambda: self.frame.sequence(None)),
                           ("nq: given 1.5", lambda: drawbridge.Frame(nq=1.5)), ("species: given 3", lambda: drawbridge.Frame(3)), ("points: ", lambda: self.frame.sample("d", [[1], [1, 2]])),
                           ("outputs: given 3", lambda: self.frame.properties("preosdensity", T=1, outputs=3)),
                           ("collection: given 3", lambda: self.frame.properties(3, T=1))):
            with self.assertRaises(drawbridge.Error) as caught:
                call()
            self.assertIn(part, str(caught.exception))

    def test_operators(self):
        u = numpy.random.default_rng(3).random((6, 7, 8))
        for name, halo in (("u", 1), ("lap", 0)):
            self.frame.create_field(name, u.shape, halo=halo)
        self.frame.upload("u", u)
        with self.frame.sequence("step") as step:
            step.fill("u", "all", "periodic").apply("laplacian", "u", "lap", [1, 2, 3]).pointwise("u", "u + dt*lap", dt=0.5)
            step.set("dt", 0.01)
            step.run(times=2)
        for _ in range(2):
            u = u + 0.01*sum(c*(numpy.roll(u, 1, a) - 2*u + numpy.roll(u, -1, a)) for a, c in enumerate((1, 2, 3)))
        numpy.testing.assert_allclose(self.frame.download("u"), u, rtol=1e-12)
        numpy.testing.assert_allclose(self.frame.sample("u", [[0, 0, 0], [5, 6, 7]]), [u[0, 0, 0], u[5, 6, 7]], rtol=1e-12)
        for what, want in (("sum", u.sum()), ("max", u.max()), ("norm2", numpy.linalg.norm(u.ravel()))):
            self.assertAlmostEqual(self.frame.reduce(what, "u"), want, delta=1e-10*abs(want))
        self.assertAlmostEqual(self.frame.reduce("dot", "u", "u"), (u*u).sum(), delta=1e-9)
        self.frame.add_at("u", [[1, 2, 3]], [10])
        self.assertAlmostEqual(self.frame.download("u")[1, 2, 3], u[1, 2, 3] + 10, delta=1e-10)
        self.refused("ORDER", "this sequence is destroyed", step.run)
        self.refused("SHAPE", "(n, 3)", lambda: self.frame.sample("u", [[0, 0]]))
        numpy.testing.assert_array_equal(self.frame.sample("u", numpy.uint64([[5, 6, 7]])), self.frame.sample("u", [[5, 6, 7]]))
        n = list(self.frame.download("u").shape)
        for wrong in (n, [0, 0, -1], [0, 0, 2**63 - 1]):
            self.refused("SHAPE", f"point 1 is {wrong}, expected 0 to {[extent - 1 for extent in n]}",
                         lambda: self.frame.add_at("u", [[0, 0, 0], wrong], [1, 1]))
        self.refused("UNKNOWN_NAME", "laplace", lambda: self.frame.apply("laplace", "u", "lap"))

    def test_places_in_the_global_grid(self):
        self.frame.create_field("z", (7, 5, 3), first=(10, -4, 1))
        with self.frame.sequence("places") as step:
            step.pointwise("z", "100*i + 10*j + k").run()
        i, j, k = numpy.meshgrid(numpy.arange(10, 17), numpy.arange(-4, 1), numpy.arange(1, 4), indexing="ij")
        numpy.testing.assert_array_equal(self.frame.download("z"), 100.0 * i + 10 * j + k)
        self.refused("SHAPE", "first has 2 numbers, expected 3", lambda: self.frame.create_field("y", (7, 5, 3), first=(1, 1)))
        self.refused("ARGUMENT", "first: given 1.5", lambda: self.frame.create_field("y", (7, 5), first=(1, 1.5)))

    def test_parts_of_the_interior(self):
        self.frame.create_field("z", (9, 8, 7))
        self.frame.apply("constant", "", "z", [2], "region=core:2")
        self.frame.apply("constant", "", "z", [3], "region=1:4/8:8/2:3")
        expected = numpy.zeros((9, 8, 7))
        expected[2:-2, 2:-2, 2:-2] = 2
        expected[:4, 7:, 1:3] = 3
        numpy.testing.assert_array_equal(self.frame.download("z"), expected)
        self.refused("SHAPE", "'1:9' along y", lambda: self.frame.apply("constant", "", "z", [1], "region=1:4/1:9/1:1"))

    def test_temporary_fields(self):
        u = numpy.random.default_rng(4).random((6, 7, 8))
        self.frame.create_field("u", u.shape)
        self.frame.create_field("lap", u.shape, temporary=True)
        self.frame.upload("u", u)
        with self.frame.sequence("step") as step:
            self.refused("ORDER", "lap, which is temporary", lambda: step.pointwise("u", "u + lap"))
            step.fill("u", "all", "periodic").apply("laplacian", "u", "lap", [1, 1, 1]).pointwise("u", "u + 0.01*lap").run()
        around = sum(numpy.roll(u, 1, a) - 2*u + numpy.roll(u, -1, a) for a in range(3))
        numpy.testing.assert_allclose(self.frame.download("u"), u + 0.01*around, rtol=1e-12)
        self.refused("ORDER", "field lap is temporary", lambda: self.frame.download("lap"))

    def test_poisson_and_close(self):
        for name in "uf":
            self.frame.create_field(name, (16, 16, 16))
        f = numpy.zeros((16, 16, 16))
        f[8, 8, 8] = 1
        self.frame.upload("f", f)
        history = self.frame.poisson("u", "f", [1, 1, 1], tolerance=1e-8)
        self.assertTrue(history[0] == 1 and history[-1] <= 1e-8 < history[-2])
        step = self.frame.sequence("late")
        self.frame.close()
        self.refused("ORDER", "this Frame is closed", lambda: self.frame.download("u"))
        self.refused("ORDER", "this Frame is closed", step.run)

    def test_properties_on_fields(self):
        self.frame.species(["CH4", "O2"])
        for name, components in (("T", 1), ("P", 1), ("Y", 2), ("rho", 1)):
            self.frame.create_field(name, (4, 4), components=components)
        T, Y = numpy.full((4, 4), 300.0), numpy.full((4, 4, 2), 0.5)
        for name, array in (("T", T), ("P", T*1e5), ("Y", Y)):
            self.frame.upload(name, array)
        with self.frame.sequence("state") as state:
            state.properties("preosRhoHFromTPProp", "T P Yi=Y", "rho").run()
        want = self.frame.properties("preosRhoHFromTPProp", T=T, P=T*1e5, Y=Y)["rho"]
        numpy.testing.assert_array_equal(self.frame.download("rho"), want)
