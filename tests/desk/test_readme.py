"""The README shows before it tells, and everything that it points at is there."""

import re

import pytest

LARGEST = 150_000
"""Bytes of a picture: a page of four opens at once on a slow line."""


@pytest.fixture(scope="module")
def readme(repository) -> str:
    return (repository / "README.md").read_text("utf-8")


def test_it_is_read_in_five_minutes(readme):
    assert len(readme.splitlines()) <= 120
    assert readme.index("<picture>") < readme.index("\n## ")


def test_every_picture_is_light_and_dark_small_and_described(readme, repository):
    pictures = re.findall(
        r'dark\)" srcset="(\S+)\.dark\.webp"><img [^>]*src="(\S+)\.light\.webp" alt="[^"]{20,}"',
        readme,
    )
    assert len(pictures) == readme.count("<picture>") >= 4
    for dark, light in pictures:
        assert dark == light
        for scheme in ("light", "dark"):
            assert (repository / f"{dark}.{scheme}.webp").stat().st_size < LARGEST


def test_every_link_leads_to_a_file_and_a_heading(readme, repository):
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]+)#?([^)]*)\)", readme):
        text = (repository / target).read_text("utf-8")
        heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE) if anchor else ()
        assert not anchor or anchor in {head.lower().replace(" ", "-") for head in heads}, target


def test_what_others_lack_is_a_claim_with_a_proof(readme):
    rows = re.findall(r"^\| .* \|$", readme.split("others do not")[1], re.MULTILINE)
    claims = [row.split(" | ")[1] for row in rows if row.count(" | ") == 4][1:]
    assert len(claims) >= 6
    for claim in claims:
        assert re.search(r"\]\((tests/|assignments/|BENCHMARKS\.md#)", claim), claim


def test_its_figures_are_those_of_the_tables(readme, repository):
    table = (repository / "assignments/attention/audit.md").read_text("utf-8")
    named = [row.split(" | ")[2].split("/") for row in table.splitlines() if "/" in row]
    sums = [sum(int(pair[side]) for pair in named) for side in (0, 1)]
    assert f"[{sums[0]} of {sums[1]} specimens]" in readme
    figures = (repository / "BENCHMARKS.md").read_text("utf-8")
    speed = re.search(r"2 cores \| [\d,]+ .* ([\d.]+) \|", figures)
    assert speed and f"[{float(speed[1]):.0f} times plain nbgrader]" in readme


@pytest.fixture(scope="module")
def week(readme) -> list[str]:
    """The commands from nothing to the class page and the grades."""
    block = readme.split("## A class tomorrow")[1].split("\n\n")[2]
    lines = [line.partition("#")[0].strip() for line in block.splitlines()]
    return lines[0].split(" && ") + lines[1:]


def test_its_week_is_made_of_commands_of_the_page_for_instructors(week, repository):
    """Which are run, from an empty folder, by test_a_page_can_be_followed_from_an_empty_folder."""
    page = (repository / "docs/instructors.md").read_text("utf-8")
    assert len(week) == 8
    for line in week:
        command, options = re.fullmatch(r"((?:autograder |nbgrader )?\S+)(.*)", line).groups()
        assert re.search(rf"^\$ {command}\b", page, re.MULTILINE), line
        assert set(re.findall(r"--\S+", options)) <= set(re.findall(r"--\S+", page)), line
