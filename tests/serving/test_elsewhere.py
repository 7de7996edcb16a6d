"""The set-ups for Binder and Kubernetes, as far as they can be checked without either."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tests.conftest import ROOT

BINDER = ROOT / "binder"
# Stands in for Python: writes down what it was asked to do.
NOTES = '#!/bin/sh\nprintf "%s\\n" "$*" >> "$NOTES"\n'


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    text = (ROOT / "classroom" / "hub" / "zero-to-jupyterhub.yaml").read_text("utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def post_build(tmp_path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "python").write_text(NOTES, encoding="utf-8")
    (programs / "python").chmod(0o755)
    env = {"PATH": f"{programs}:{os.environ['PATH']}", "NOTES": str(tmp_path / "notes"), **more}
    command = [str(BINDER / "postBuild")]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_binder_installs_the_lock_and_nothing_else_and_sets_jupyterlab_up(tmp_path: Path) -> None:
    done = post_build(tmp_path, NB_PYTHON_PREFIX=str(tmp_path / "prefix"))
    assert done.returncode == 0, done.stderr
    asked = (tmp_path / "notes").read_text("utf-8").splitlines()
    installs = [each for each in asked if " install " in each]
    assert any("-r requirements.lock" in each for each in installs)
    assert all("--no-deps" in each for each in installs)
    settings = tmp_path / "prefix" / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    assert settings.read_text("utf-8") == (
        ROOT / "classroom" / "lab_settings" / "overrides.json"
    ).read_text("utf-8")
    told = json.loads((tmp_path / "prefix/etc/jupyter/jupyter_lab_config.json").read_text("utf-8"))
    assert told["LabApp"]["news_url"] is None


def test_binder_without_its_own_variable_stops(tmp_path: Path) -> None:
    assert post_build(tmp_path).returncode != 0


def test_binder_runs_what_it_wants_run() -> None:
    command = [str(BINDER / "start"), "echo", "as it is", "--token=x y"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "as it is --token=x y\n"


def test_binder_takes_a_python_that_the_project_supports() -> None:
    lowest = re.search(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text())
    taken = re.fullmatch(r"python-3\.(\d+)\s*", (BINDER / "runtime.txt").read_text("utf-8"))
    assert lowest
    assert taken
    assert int(taken[1]) >= int(lowest[1])


def test_kubernetes_starts_what_the_container_and_the_hub_start(values: dict[str, Any]) -> None:
    docker = (ROOT / "Dockerfile").read_text("utf-8")
    config = (ROOT / "classroom" / "jupyterhub_config.py").read_text("utf-8")
    single = values["singleuser"]
    assert " ".join(single["cmd"]) in docker
    assert json.dumps(single["cmd"][1:])[1:-1] in config
    assert f"USER {single['uid']}" in docker
    assert f"--uid {single['uid']} " in docker
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{single["image"]["tag"]}"' in project


def test_kubernetes_checks_passwords_as_the_hub_does_and_ends_what_is_idle(
    values: dict[str, Any],
) -> None:
    config = (ROOT / "classroom" / "jupyterhub_config.py").read_text("utf-8")
    way = values["hub"]["config"]["JupyterHub"]["authenticator_class"]
    assert f'authenticator_class = "{way}"' in config
    assert values["hub"]["config"]["Authenticator"]["allow_all"] is True
    assert values["cull"]["enabled"] is True
    assert f"'SEVENS_IDLE', '{values['cull']['timeout']}'" in config
    allowed = values["singleuser"]["networkPolicy"]["egressAllowRules"]
    assert not any(allowed.values()), "the course asks nothing of other machines"
