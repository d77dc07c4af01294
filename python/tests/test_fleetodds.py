"""The package against the program: same questions, same JSON."""

import csv
import doctest
import json
import math
import os
import pickle
import shlex
import signal
import subprocess
import sys
import threading
import time

import fleetodds
import pandas
import polars
import pytest

PROGRAM = os.environ["FLEETODDS"]

# A question of the command line, and the arguments of `fight` for it.
QUESTIONS = [
    ("3 interceptor vs ancient", ("3 interceptor", "ancient"), {}),
    ("2 cruiser vs gcds --2e", ("2 cruiser", "gcds"), {"rules": "2e"}),
    ("can 2 cruisers beat the guardian in eclipse 2e?",) * 2 + ({},),
    (
        "2 dreads vs 3 cruisers --ti4 --seed 7",
        ("2 dreads", "3 cruisers"),
        {"rules": "ti4", "seed": 7},
    ),
    ("4 infantry vs 3 infantry", ("4 infantry", "3 infantry"), {}),
    ("c + e vs 2 d -r spaceship-battles", ("c + e", "2 d"), {"rules": "spaceship-battles"}),
    (
        "4 scout vs 3 cruiser -r star-chamber --engine kernel -n 20k",
        ("4 scout", "3 cruiser"),
        {"rules": "star-chamber", "engine": "kernel", "battles": 20_000},
    ),
    ("2 cruiser vs ancient --engine exact", ("2 cruiser", "ancient"), {"engine": "exact"}),
    (
        "8 interceptor vs 8 interceptor --engine simulate --precision 1% --budget 500ms",
        ("8 interceptor", "8 interceptor"),
        {"engine": "simulate", "precision": 0.01, "budget": "500ms"},
    ),
    (
        '"cruiser(9 plasma cannon) vs ancient" --any-blueprint',
        ("cruiser(9 plasma cannon)", "ancient"),
        {"any_blueprint": True},
    ),
]


def program(*arguments, **options):
    command = [PROGRAM, *arguments, "--no-config"]
    return subprocess.run(command, check=False, capture_output=True, text=True, **options)


def told(question):
    return json.loads(program(*shlex.split(question), "--json").stdout)


@pytest.mark.parametrize("question, asked, options", QUESTIONS)
def test_a_fight_is_that_of_the_program(question, asked, options):
    asked = (asked,) if isinstance(asked, str) else asked
    result = fleetodds.fight(*asked, **options)
    expected = told(question)
    # The program says how it read a question in words.
    expected.pop("typed", None), expected.pop("notes", None)
    assert result.document == expected
    assert fleetodds.fight(*asked, **options, threads=1) == result


def test_a_scenario_a_code_and_a_link_are_fights():
    scenario = {"attacker": "2 cruiser", "defender": "ancient", "seed": 5}
    result = fleetodds.fight(scenario)
    assert result["seed"] == 5 and fleetodds.fight(json.dumps(scenario)) == result
    code = program("2", "cruiser", "vs", "ancient", "--share").stdout.strip()
    assert fleetodds.fight(code).wins == result.wins
    with pytest.raises(ValueError, match="leave out the defender"):
        fleetodds.fight(scenario, "ancient")


def test_a_result_is_a_mapping_that_shows_itself():
    result = fleetodds.fight("3 interceptors", "ancient")
    assert result.is_exact and len(result) == len(list(result)) and "sides" in result
    assert math.isclose(sum(result.wins) + result.draw, 1) and result.win == result.wins[0]
    assert str(result) == program("3", "int", "vs", "ancient").stdout
    assert result.table(80) == program("3", "int", "vs", "ancient", "-v").stdout
    assert "\x1b[" in result.table(80, color=True) and "\x1b" not in str(result)
    assert (
        result._repr_markdown_()
        == program("3", "int", "vs", "ancient", "--format", "markdown").stdout
    )
    assert "<svg " in result.svg()
    assert repr(result).startswith("<fleetodds.Result eclipse: attacker 46.52%")


def test_errors_have_their_place():
    with pytest.raises(fleetodds.InputError) as raised:
        fleetodds.fight("3 interceptor", "2 äncient + pigeon")
    error = raised.value
    source, text, start, end = error.place
    assert source == "defender" and "pigeon" in text[start:end] or "äncient" in text[start:end]
    assert "^" in str(error) and "\n" not in error.message and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and vars(again) == vars(error)
    with pytest.raises(fleetodds.InputError, match="vs"):
        fleetodds.fight("3 interceptor")
    with pytest.raises(fleetodds.NoAnswer):
        fleetodds.fight("8 int + 4 cruiser", "8 int + 4 cruiser", engine="exact", budget="1ms")


@pytest.mark.parametrize(
    "options",
    [
        {"rules": "chess"},
        {"engine": "steam"},
        {"budget": "soon"},
        {"battles": 0},
        {"precision": 2.0},
        {"threads": 0},
    ],
)
def test_wrong_options_are_refused(options):
    with pytest.raises(ValueError):
        fleetodds.fight("cruiser", "ancient", **options)
    with pytest.raises(ValueError):
        fleetodds.batch(["cruiser vs ancient"], **options)
    with pytest.raises(TypeError):
        fleetodds.fight("cruiser", "ancient", engines="exact")


def test_a_batch_is_that_of_the_program():
    rows = [
        "3 interceptor vs ancient",
        ("2 cruiser", "ancient"),
        {"attacker": "2 dreads", "defender": "gcds", "rules": "2e"},
        {"attacker": "cruiser", "defender": {"fleet": "ancient"}, "seed": 3},
        "3 pigeon vs ancient",
    ]
    results = fleetodds.batch(rows)
    lines = "\n".join(
        [
            "3 interceptor vs ancient",
            "2 cruiser vs ancient",
            "2 dreadnought vs gcds --2e",
            json.dumps(rows[3]),
        ]
    )
    assert isinstance(results[4], fleetodds.InputError)
    for result, line in zip(results, program("batch", input=lines).stdout.splitlines()):
        expected = json.loads(line)
        if "error" not in expected:
            expected.pop("line"), expected.pop("typed", None), expected.pop("notes", None)
            assert result["sides"] == expected["sides"]
    assert results[2]["rules"] == "eclipse-2e" and results[3]["seed"] == 3
    assert fleetodds.batch(rows[:4], threads=1) == results[:4] and fleetodds.batch([]) == []


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame])
def test_a_frame_gets_columns(frame):
    table = {
        "name": ["a", "b", "c"],
        "attacker": ["3 interceptor", "2 cruiser", "pigeon"],
        "defender": ["ancient", "gcds", "ancient"],
        "rules": [None, "2e", None],
    }
    rows = fleetodds.batch(frame(table))
    assert type(rows) is frame and list(rows.columns)[:4] == list(table)
    text = "attacker,defender,rules\n3 interceptor,ancient,\n2 cruiser,gcds,2e\npigeon,ancient,\n"
    printed = list(
        csv.DictReader(program("batch", "--format", "csv", "-", input=text).stdout.splitlines())
    )
    for n, expected in enumerate(printed[:2]):
        for name in ["win", "draw", "loss", "swing_attacker", "swing_defender"]:
            assert rows[name].to_list()[n] == float(expected[name])
    errors = rows["error"].to_list()
    assert errors[2] == printed[2]["error"] and pandas.isna(errors[0])
    with pytest.raises(ValueError, match="defender"):
        fleetodds.batch(frame({"attacker": ["cruiser"]}))
    assert len(fleetodds.batch(frame({"attacker": [], "defender": []}))) == 0


def test_comparisons_sweeps_and_designs_are_those_of_the_program():
    ranked = fleetodds.compare(["3 interceptor", "2 cruiser"], "ancient")
    expected = json.loads(
        program("compare", "3 interceptor", "2 cruiser", "vs", "ancient", "--json").stdout
    )
    assert [row["fleet"] for row in ranked] == [row["fleet"] for row in expected["candidates"]]
    assert ranked[0]["win"] == expected["candidates"][0]["win"]["probability"]
    assert (
        ranked[0]["win_low"] <= ranked[0]["win"] <= ranked[0]["win_high"] and ranked[0]["cost"] > 0
    )
    assert fleetodds.compare([], "ancient") == []
    defenders = fleetodds.compare(["ancient", "2 ancient"], "3 interceptor", side="defender")
    assert defenders[0]["fleet"] == "2 ancient"

    swept = fleetodds.sweep("interceptor", "ancient", vary="attacker.interceptor=1..3")
    assert [row["attacker.interceptor"] for row in swept] == ["1", "2", "3"]
    assert pandas.DataFrame(swept)["win"].is_monotonic_increasing
    changes = fleetodds.improve("2 cruiser", "2 ancient")
    assert max(changes[1:], key=lambda row: row["win"])["win"] > changes[0]["win"]
    built = fleetodds.blueprints(
        "2 cruiser", "gcds", ships="2 cruiser", parts=["ion cannon", "gauss shield"]
    )
    assert built[0]["win"] > fleetodds.fight("2 cruiser", "gcds").win
    bought = fleetodds.fleets("interceptor", "ancient", ships="interceptor + cruiser", cost=8)
    assert bought[0]["fleet"] == "1 interceptor + 1 cruiser"
    with pytest.raises(ValueError, match="attacker"):
        fleetodds.improve("2 cruiser", "2 ancient", side="me")


def test_other_threads_run_meanwhile():
    done = threading.Event()
    long = {"engine": "kernel", "battles": 3_000_000, "budget": "1m"}

    def work():
        fleetodds.fight("8 int", "8 int", **long)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert ticks > 20


@pytest.mark.parametrize("ask", ["fight", "batch"])
def test_control_c_ends_a_long_run(ask):
    long = {"engine": "kernel", "battles": 10**11, "budget": "10h"}
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        if ask == "fight":
            fleetodds.fight("8 int", "8 int", **long)
        else:
            fleetodds.batch([("8 int", "8 int")] * 4, **long)
    assert time.monotonic() - begun < 2


def test_the_examples_of_the_package_run():
    assert doctest.testmod(fleetodds).failed == 0


def test_the_heat_map_has_every_fleet(tmp_path):
    example = os.path.join(os.path.dirname(__file__), "../examples/heat_map.py")
    picture = tmp_path / "odds.png"
    drawn = subprocess.run([sys.executable, example, picture], capture_output=True, text=True)
    assert drawn.returncode == 0, drawn.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")
    rows = drawn.stdout.splitlines()
    assert len(rows) == 7 and rows[2].split()[0] == "0" and len(rows[2].split()) == 7


def test_the_examples_of_the_docs_run():
    docs = os.path.join(os.path.dirname(__file__), "../../docs/scripting.md")
    tried = doctest.testfile(docs, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.attempted >= 4 and tried.failed == 0
