import pytest
from click.testing import CliRunner

from fairdeal.service.command import main
from tests.service.log.reader import read_log


def export(settings, folder):
    return CliRunner().invoke(main, ["log", "export", str(folder)], env=settings.to_environment())


def test_both_logs_are_written_as_static_files(service, settings, tmp_path):
    """An independent reader reads both from the files alone; the sizes are told."""
    answer = export(settings, tmp_path / "www")
    assert answer.exit_code == 0, answer.output
    assert answer.output == "deals.example.com/commits: 129 entries\ndeals.example.com/outcomes: 0 entries\n"
    for name, size in (("commits", 129), ("outcomes", 0)):
        folder = tmp_path / "www" / name
        entries = read_log(lambda address, folder=folder: (folder / address).read_bytes(), service.keys.vkeys[name])
        assert len(entries) == size
    assert not [path for path in (tmp_path / "www").rglob(".*") if path.is_file()]


def test_exporting_again_changes_nothing_but_what_is_new(service, settings, tmp_path):
    """Files that are there stay as they are."""
    export(settings, tmp_path / "www")
    path = tmp_path / "www" / "commits" / "tile" / "0" / "000.p" / "129"
    before = path.stat().st_mtime_ns
    assert export(settings, tmp_path / "www").exit_code == 0
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize("gone", ["keys.json", "anchor"])
def test_without_its_keys_or_anchor_nothing_is_exported(service, settings, tmp_path, gone):
    """The text says what is missing."""
    (settings.data / gone).unlink()
    answer = export(settings, tmp_path / "www")
    assert answer.exit_code == 1
    assert gone in answer.output
    assert not (tmp_path / "www").exists()


def test_a_folder_that_cannot_be_written_is_told(settings, tmp_path):
    """A file is in the way."""
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "commits").write_text("")
    answer = export(settings, tmp_path / "www")
    assert answer.exit_code == 1
    assert "commits" in answer.output
