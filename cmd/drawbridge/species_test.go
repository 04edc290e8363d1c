package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"drawbridge/properties/species"
)

const kerosene = "../../tests/mechanisms/kerosene.yaml"

// data is a species file without its comments.
func data(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "!") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func TestTheSolversSpeciesFileIsTheBuiltInTable(t *testing.T) {
	file, err := os.ReadFile("../../examples/legacy_solver/species.dat")
	if err != nil {
		t.Fatal(err)
	}
	if _, out, _ := say("species", "list", "--format", "solver"); data(out) != data(string(file)) {
		t.Error("drawbridge species list --format solver and examples/legacy_solver/species.dat differ")
	}
}

func TestSpeciesListAndShow(t *testing.T) {
	var list []species.Species
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "species", "list", "--json")), &list); err != nil || len(list) != 54 {
		t.Errorf("%d species, %v", len(list), err)
	}
	if list[0].Name != "H2" || list[0].W != 0.002016 || list[0].Nasa7.Low[0] != 2.34433112 || list[0].Source["LJ"] == "" {
		t.Errorf("JSON loses figures: %+v", list[0])
	}
	expect(t, 0, "C12H26", "", "species", "list")
	expect(t, 0, "CoolProp ea27c63 dev/fluids/Water.json", "", "species", "show", "h2o")
	expect(t, 0, "'CH4' 0.0160429", "", "species", "show", "O2", "CH4", "--format", "solver")
	expect(t, 0, "species [command]", "", "species")
	expect(t, trouble, "", "species 'XY' is not in the built-in table", "species", "show", "XY")
	expect(t, trouble, "", "0 arguments given, expected NAME...", "species", "show")
	expect(t, trouble, "", "expected table, json or solver", "species", "list", "--format", "xml")
}

func TestSpeciesCheck(t *testing.T) {
	out := expect(t, 0, "6 species (phase gas, the first of 1): critical data of 2 from the file, of 2 from the built-in table, 2 estimated, 0 refused", "", "species", "check", kerosene)
	if !strings.Contains(out, "FUEL") || !strings.Contains(out, "estimated") {
		t.Error(out)
	}
	expect(t, 1, "critical data of OH would have to be estimated", "", "species", "check", kerosene, "--missing-critical", "refuse")
	var list []species.Checked
	if err := json.Unmarshal([]byte(expect(t, 0, "", "", "species", "check", kerosene, "--json", "--species", "FUEL,AR")), &list); err != nil || len(list) != 2 {
		t.Fatalf("%v %v", list, err)
	}
	if list[0].Critical != "estimated" || list[0].Transport != "file" || list[1].Critical != "file" || list[1].Transport != "table" {
		t.Errorf("%+v", list)
	}
	expect(t, 0, "'FUEL' 0.15429", "", "species", "check", kerosene, "--species", "FUEL", "--format", "solver")
	expect(t, 1, "species 'XY' is not defined there", "", "species", "check", kerosene, "--species", "O2,XY")
	text, err := os.ReadFile(kerosene)
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "nasa9.yaml", strings.Replace(string(text), "model: NASA7", "model: NASA9", 1))
	expect(t, 1, "species AR: thermo.model: 'NASA9' is not read; NASA7 is expected", "", "species", "check", path)
	dense := write(t, "dense.yaml", strings.Replace(string(text), "critical-pressure: 48.63 bar", "critical-pressure: 4e9 bar", 1))
	expect(t, 1, "a Frame refuses these species: Pc of species 6 is 4e+14 Pa", "", "species", "check", dense)
	expect(t, trouble, "", "line ", "species", "check", write(t, "broken.yaml", string(text[:len(text)-900])+"\n  x: [1,\n"))
	expect(t, trouble, "", "no such file", "species", "check", "nothing.yaml")
	expect(t, trouble, "", "0 arguments given, expected FILE.yaml", "species", "check")
	expect(t, trouble, "", "expected estimate or refuse", "species", "check", kerosene, "--missing-critical", "perhaps")
}
