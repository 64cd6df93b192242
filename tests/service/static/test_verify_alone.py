"""verify.js where it runs: from the command line, as a classic script, and where something that it needs is missing."""

import json
import shutil
import subprocess

import pytest

from tests.service.static.bundle_maker import played
from tests.service.static.corpus import ORIGIN, STANDARD
from tests.service.static.self_test_bundle import VERIFY_JS, with_known

DEAL = json.dumps(played(STANDARD, label="command"))
FAILING = DEAL.replace('"hand": 1', '"hand": 2')
PINS = [argument for vkey in ORIGIN.vkeys.values() for argument in ("--vkey", vkey)]


@pytest.fixture
def run(tmp_path):
    """Run node with these arguments in an empty folder; `bundle.json` is a good bundle, `failing.json` one that fails."""
    (tmp_path / "bundle.json").write_text(DEAL, encoding="utf-8")
    (tmp_path / "failing.json").write_text(FAILING, encoding="utf-8")
    (tmp_path / "policy").write_text(ORIGIN.policy, encoding="utf-8")
    shutil.copy(VERIFY_JS, tmp_path)

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
    source = VERIFY_JS.read_text(encoding="utf-8")
    assert source == with_known(source)


BROKEN = {
    "a node hash without its prefix": ("sha256(Uint8Array.of(1), left, right)", "sha256(left, right)"),
    "a leaf hash without its prefix": ("sha256(Uint8Array.of(0), entry)", "sha256(entry)"),
    "Fisher-Yates that never leaves a card": ("const j = word % bound;", "const j = word % i;"),
    "cards dealt in blocks": ("k % ruleset.players === seat", "Math.floor(k / ruleset.handSize) === seat"),
    "signatures not looked at": ("require_(good, `the signature of signed", "require_(true, `the signature of signed"),
    "notes not looked at": ("require_(good, `the signature on", "require_(true, `the signature on"),
    "a number forgotten in the commitment": (
        "${origin}\\n${number}\\n`, fromHex",
        "${origin}\\n`, fromHex",
    ),
    "points not compared": (
        "requireSame(ctx.member('points'), record.points",
        "requireSame(record.points, record.points",
    ),
    "hands not compared": ("requireSame(ctx.member('hands'), hands", "requireSame(hands, hands"),
    "an index not compared": ("require_(BigInt(index) === proved,", "require_(true,"),
    "exceptions that pass": ("result: FAIL, detail: error.message", "result: PASS, detail: error.message"),
}


@pytest.mark.parametrize(("old", "new"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_verifier_finds_itself_out(run, tmp_path, old, new):
    """With one line of it broken, the self-test fails, and then nothing passes and the exit code is 2."""
    source = VERIFY_JS.read_text(encoding="utf-8")
    assert source.count(old) == 1
    (tmp_path / "verify.js").write_text(source.replace(old, new), encoding="utf-8")
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


def test_without_ed25519_no_signature_passes(run):
    """Where WebCrypto lacks Ed25519 what is signed is `not proved`; what hashes can show is shown, and a fault still fails."""
    script = """
        const {subtle} = globalThis.crypto;
        const importKey = subtle.importKey.bind(subtle);
        subtle.importKey = (format, key, algorithm, ...rest) => algorithm.name === 'Ed25519'
            ? Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError'))
            : importKey(format, key, algorithm, ...rest);
        const {verify} = require('./verify.js');
        const read = (name) => require('fs').readFileSync(name, 'utf8');
        Promise.all(['bundle.json', 'failing.json'].map((name) => verify(read(name), {vkeys: process.argv.slice(1)})))
            .then((reports) => console.log(JSON.stringify(reports)));
    """
    good, failing = json.loads(run("-e", script, "--", *ORIGIN.vkeys.values()).stdout)
    found = {check["name"]: check["result"] for check in good["checks"]}
    assert {name for name, result in found.items() if result == "pass"} == {
        "commitment-opens",
        "contributions",
        "deal",
        "play",
    }
    assert "no Ed25519" in good["self_test"]
    assert {check["name"]: check["result"] for check in failing["checks"]} == found | {"terms": "fail"}


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
    source = VERIFY_JS.read_text(encoding="utf-8")
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
