from xml.etree import ElementTree as ET

import pytest

from benchmarks.model import Cost, Goal, Group, Row
from benchmarks.picture import length, picture
from benchmarks.results import merge, table
from benchmarks.running import exponent, median, scaled, told

GROUP = Group(
    part="writing",
    name="Writing & more",
    unit="URLs",
    rows=(
        Row("ours", "ours", 1_000, Cost(2.0, 2.5, 30.0), rounds=5),
        Row("a|b", "rival", 100, Cost(0.8, 1.0, 5.0), rounds=5),
        Row("gone", "rival", 100, None, missing="not installed"),
    ),
    base="ours",
    goals=(Goal("memory, MB", 30.0, 60),),
)


def test_median_is_of_each_figure_alone():
    costs = [Cost(3, 1, 5), Cost(1, 2, 6, is_clean=False), Cost(2, 9, 4)]
    assert median(costs) == Cost(2, 2, 5, is_clean=False)


def test_sample_is_scaled_in_time_and_not_in_memory():
    assert scaled(Cost(1, 2, 3, 4), 10) == Cost(10, 20, 3, 4)


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_exponent_is_the_power_of_the_size(power):
    sizes = [1_000, 10_000, 100_000]
    figures = [3 * size**power for size in sizes]
    assert exponent(sizes, figures) == pytest.approx(power)


def test_ratio_is_that_of_one_unit():
    assert GROUP.ratio(GROUP.rows[1]) == pytest.approx(4.0)
    assert GROUP.ratio(GROUP.rows[2]) is None


@pytest.mark.parametrize(
    ("figure", "is_least", "is_met"),
    [
        pytest.param(1.0, False, True, id="most-just-met"),
        pytest.param(1.1, False, False, id="most-missed"),
        pytest.param(1.0, True, True, id="least-just-met"),
        pytest.param(0.9, True, False, id="least-missed"),
    ],
)
def test_goal_is_on_its_side(figure, is_least, is_met):
    assert Goal("", figure, 1.0, is_least=is_least).is_met == is_met


def test_last_line_tells_what_the_work_took():
    assert told('noise\n{"seconds": 1.5}\n') == {"seconds": 1.5}
    assert told("noise\n") == {}


def test_table_names_what_is_missing():
    assert table(GROUP) == (
        "## Writing & more\n\n"
        "| | URLs | CPU s | ratio | URLs a CPU s | wall s | memory MB | rounds |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|\n"
        "| ***ours*** | 1,000 | 2.00 | 1.00 | 500 | 2.50 | 30.0 | 5 |\n"
        "| a\\|b | 100 | 0.80 | 4.00 | 125 | 1.00 | 5.00 | 5 |\n"
        "| gone | 100 | missing: not installed |  |  |  |  |  |\n"
    )


def test_run_of_one_part_keeps_the_others():
    old = [Group("git", "x", "files", (), ""), Group("writing", "y", "URLs", (), "")]
    merged = merge(old, [GROUP], ["writing", "git"])
    assert merged.groups == (GROUP, old[0])


def test_picture_is_xml_with_a_bar_for_each_figure():
    root = ET.fromstring(picture([GROUP]))  # noqa: S314  # our own
    space = "{http://www.w3.org/2000/svg}"
    bars = [each for each in root.iter(f"{space}rect") if each.get("height") == "14"]
    assert [bar.get("class") for bar in bars] == ["ours", "rival"]
    assert "Writing & more" in [each.text for each in root.iter(f"{space}text")]


def test_longer_bar_is_the_larger_ratio():
    assert 0 < length(1, 1, 100) < length(10, 1, 100) < length(100, 1, 100)


def test_picture_of_nothing_is_xml_as_well():
    assert ET.fromstring(picture([])).tag.endswith("svg")  # noqa: S314  # our own
