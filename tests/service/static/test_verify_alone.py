"""verify.js where it runs: from the command line, as a classic script, and where something that it needs is missing."""

import json
import subprocess

import pytest

from fairdeal.service.pages import assets
from tests.service.static.bundle_maker import played
from tests.service.static.corpus import ORIGIN, STANDARD
from tests.service.static.self_test_bundle import KNOWN_BUNDLE, module

SOURCE = assets.text("verify.js")
DEAL = json.dumps(played(STANDARD, label="command"))
FAILING = DEAL.replace('"hand": 1', '"hand": 2')
PINS = [argument for vkey in ORIGIN.vkeys.values() for argument in ("--vkey", vkey)]


@pytest.fixture
def run(tmp_path):
    """Run node with these arguments in an empty folder; `bundle.json` is a good bundle, `failing.json` one that fails."""
    (tmp_path / "bundle.json").write_text(DEAL, encoding="utf-8")
    (tmp_path / "failing.json").write_text(FAILING, encoding="utf-8")
    (tmp_path / "policy").write_text(ORIGIN.policy, encoding="utf-8")
    (tmp_path / "verify.js").write_text(SOURCE, encoding="utf-8")

    def node(*arguments, stdin=""):
        return subprocess.run(
            ["node", *arguments], cwd=tmp_path, input=stdin, capture_output=True, text=True, check=False
        )

    return node


def test_a_good_bundle_exits_0_and_names_each_check(run):
    """`node verify.js bundle.json` prints each check with its result, says that it tested itself, and exits with 0."""
    done = run("verify.js", *PINS, "--policy", "policy", "bundle.json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["pass", "commit-logged"] in [line[:2] for line in lines]
    assert ["not", "proved", "unique"] in [line[:3] for line in lines]
    assert ["reservation", "single-contributor"] in [line[:2] for line in lines]
    assert "self-test passed" in done.stdout


def test_a_failed_check_exits_1(run):
    """One failed check is exit code 1, whatever else passes."""
    done = run("verify.js", *PINS, "failing.json")
    assert done.returncode == 1
    assert "fail            terms " in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["missing.json"],
        ["policy"],
        ["--speed", "bundle.json"],
        ["--vkey"],
        ["--vkey", "nonsense", "bundle.json"],
        ["--vkey", ORIGIN.statements.vkey, "bundle.json"],
        ["--number", "017", "bundle.json"],
        ["--policy", "bundle.json", "bundle.json"],
        ["bundle.json", "failing.json"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_read_exits_2(run, arguments):
    """No file, a file that is no bundle and a wrong option are errors with a reason, and exit code 2."""
    done = run("verify.js", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stdout == ""


def test_json_is_the_report(run):
    """`--json` prints the report, and the same exit codes hold."""
    done = run("verify.js", "--json", "--origin", ORIGIN.name, "failing.json")
    report = json.loads(done.stdout)
    assert done.returncode == report["exit_code"] == 1
    assert report["number"] == 17
    assert len(report["checks"]) == 10
    refused = run("verify.js", "--json", "missing.json")
    assert refused.returncode == json.loads(refused.stdout)["exit_code"] == 2


def test_a_bundle_comes_from_standard_input(run):
    """`-` reads the bundle from standard input."""
    assert run("verify.js", "-", stdin=DEAL).returncode == 0
    assert run("verify.js", "-", stdin="").returncode == 2


def test_the_known_bundle_in_the_script_is_current():
    """The self-test's bundle is what its generator writes."""
    assert KNOWN_BUNDLE.read_text(encoding="utf-8") == module()


BROKEN = {
    "a node hash without its prefix": ("sha256(Uint8Array.of(1), left, right)", "sha256(left, right)"),
    "a leaf hash without its prefix": ("sha256(Uint8Array.of(0), entry)", "sha256(entry)"),
    "Fisher-Yates that never leaves a card": ("const j = w % bound;", "const j = w % i;"),
    "cards dealt in blocks": ("k % players === seat", "Math.floor(k / (deck.length / players)) === seat"),
    "signatures not looked at": (
        "ensure(isGood, `the signature of ${name}, ",
        "ensure(true, `the signature of ${name}, ",
    ),
    "notes not looked at": ("ensure(isGood, `the signature on", "ensure(true, `the signature on"),
    "a number forgotten in the commitment": (
        "${origin}\\n${number}\\n`, fromHex",
        "${origin}\\n`, fromHex",
    ),
    "a default that is another": ("moon: 'others-add',", "moon: 'off',"),
    "points not compared": ("requireSame(bundle.member('points'), points", "requireSame(points, points"),
    "hands not compared": ("requireSame(bundle.member('hands'), hands", "requireSame(hands, hands"),
    "an index not compared": ("ensure(index === proved.index,", "ensure(true,"),
    "exceptions that pass": ("result: FAIL, detail: error.message", "result: PASS, detail: error.message"),
}


@pytest.mark.parametrize(("old", "new"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_verifier_finds_itself_out(run, tmp_path, old, new):
    """With one line of it broken, the self-test fails, and then nothing passes and the exit code is 2."""
    assert SOURCE.count(old) == 1
    (tmp_path / "verify.js").write_text(SOURCE.replace(old, new), encoding="utf-8")
    done = run("verify.js", "--json", "bundle.json")
    report = json.loads(done.stdout)
    assert done.returncode == 2
    assert report["error"].startswith("the self-test failed")
    assert {check["result"] for check in report["checks"]} == {"not proved"}


def test_without_webcrypto_nothing_passes(run):
    """In a page without a secure context no check passes, and the report says why."""
    script = """
        Object.defineProperty(globalThis, 'crypto', {value: undefined});
        require('./verify.js').verify(require('fs').readFileSync('bundle.json', 'utf8')).then((report) => console.log(JSON.stringify(report)));
    """
    report = json.loads(run("-e", script).stdout)
    assert report["exit_code"] == 2
    assert "WebCrypto" in report["error"]
    assert {check["result"] for check in report["checks"]} == {"not proved"}


OTHER_CRYPTO = {
    "none": "Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError'))",
    "one that takes anything": "importKey('raw', new Uint8Array(32), 'HKDF', false, ['deriveBits'])",
}


@pytest.mark.parametrize("ed25519", OTHER_CRYPTO.values(), ids=OTHER_CRYPTO.keys())
def test_signatures_are_judged_without_a_good_ed25519_in_webcrypto(run, ed25519):
    """Where WebCrypto lacks Ed25519, or judges the hard cases otherwise, the verifier computes itself, with the same results."""
    changed = json.loads(DEAL)
    note = changed["open"]["note"]
    changed["open"]["note"] = note[:-40] + ("A" if note[-40] != "A" else "B") + note[-39:]
    script = f"""
        const {{subtle}} = globalThis.crypto;
        const importKey = subtle.importKey.bind(subtle);
        subtle.importKey = (format, key, algorithm, ...rest) => (algorithm.name === 'Ed25519' ? {ed25519} : importKey(format, key, algorithm, ...rest));
        subtle.verify = async () => true;
        const {{verify}} = require('./verify.js');
        const bundles = JSON.parse(require('fs').readFileSync(0));
        Promise.all(bundles.map((bundle) => verify(JSON.stringify(bundle), {{vkeys: process.argv.slice(1)}})))
            .then((reports) => console.log(JSON.stringify(reports)));
    """
    bundles = [json.loads(DEAL), changed]
    done = run("-e", script, "--", *ORIGIN.vkeys.values(), stdin=json.dumps(bundles))
    good, bad = json.loads(done.stdout)
    found = {check["name"]: check["result"] for check in good["checks"]}
    assert {name for name, result in found.items() if result != "pass"} == {"signatures", "unique"}
    assert {check["name"] for check in bad["checks"] if check["result"] == "fail"} >= {"terms"}


ENTRIES = {
    "a script": ("verify.js", None),
    "an ES module by its name": ("verify.mjs", None),
    "a CommonJS module by its name": ("verify.cjs", None),
    "a script in a project of ES modules": ("verify.js", '{"type": "module"}'),
}


@pytest.mark.parametrize(("name", "package"), ENTRIES.values(), ids=ENTRIES.keys())
def test_it_never_ends_silently_with_0(run, tmp_path, name, package):
    """However Node.js takes the file, a failing bundle is exit code 1, and a missing one 2, in words."""
    (tmp_path / name).write_text(SOURCE, encoding="utf-8")
    (tmp_path / "linked.mjs").symlink_to(tmp_path / name)
    if package:
        (tmp_path / "package.json").write_text(package, encoding="utf-8")
    for script in (
        name,
        f"./{name}",
        tmp_path / name,
        *(["linked.mjs"] if name != "verify.cjs" and (package or name == "verify.mjs") else []),
    ):
        failing = run(script, "failing.json")
        assert failing.returncode == 1, script
        assert "fail            terms" in failing.stdout
        missing = run(script, "missing.json")
        assert missing.returncode == 2
        assert missing.stderr == "error: cannot read missing.json: ENOENT\n"
    assert run(name, "bundle.json").returncode == 0


def test_it_runs_from_a_pipe(run):
    """Node.js that reads the script itself from standard input runs it."""
    assert run("-", "failing.json", stdin=SOURCE).returncode == 1


def test_a_reader_that_has_gone_is_no_success(run, tmp_path):
    """When nobody reads what is printed, the exit code is 2, without a traceback."""
    command = "node verify.js bundle.json > /dev/full"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "at " not in done.stderr


def test_what_a_bundle_holds_does_not_reach_the_terminal_as_it_is(run, tmp_path):
    """Control characters, and those that turn the direction of a line, are printed as escapes."""
    stray = json.dumps(json.loads(DEAL) | {"\x1b[31m\x9b1m\u202e": None}, ensure_ascii=False)
    (tmp_path / "stray.json").write_text(stray, encoding="utf-8")
    for flags in ([], ["--json"]):
        done = run("verify.js", *flags, "stray.json")
        assert done.returncode == 1
        assert not set(done.stdout) & {"\x1b", "\x9b", "\u202e"}
        assert "\\u202e" in done.stdout


def test_it_exports_three_things(run):
    """`verify`, the names of the checks and the self-test, and nothing else; in a page too."""
    script = "console.log(Object.keys(require('./verify.js')).join())"
    assert run("-e", script).stdout == "verify,checkNames,selfTest\n"


def test_it_is_a_classic_script_that_needs_no_host(run):
    """As a classic script in a world without require, fetch or timers it makes `fairdeal` and verifies."""
    script = """
        const vm = require('vm');
        const read = (name) => require('fs').readFileSync(name, 'utf8');
        const world = vm.createContext({crypto: globalThis.crypto, TextEncoder, TextDecoder, atob, btoa, Uint8Array});
        vm.runInContext(read('verify.js'), world);
        world.bundle = read('bundle.json');
        vm.runInContext('fairdeal.verify(bundle)', world).then((report) => console.log(JSON.stringify(report)));
    """
    done = run("-e", script)
    report = json.loads(done.stdout)
    assert report["exit_code"] == 0, report
    assert "self-test passed" in report["self_test"]


def test_it_reaches_for_nothing_outside():
    """The script has no way to ask a host for anything, to store anything, or to run text as code."""
    source = SOURCE.replace("await import('node:fs')", "")
    for word in (
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "import(",
        "localStorage",
        "eval(",
        "Function(",
        "http:",
        "https:",
    ):
        assert word not in source, word
