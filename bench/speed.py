"""How fast the engine is: random play through the fast path, copies of positions, loading and importing.

    python bench/speed.py [--seconds 2]

CPU time, the median of several runs. Figures of different machines cannot be compared; ratios inside one run can.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import boardrules as br

RUNS = 5


def moves_per_second(name: str, seconds: float) -> float:
    """Random decisions a second: the whole legal list, one uniform pick, apply, end test."""
    simulator = br.load(name).simulator()
    rng = random.Random(1)
    moves = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        vector, options = simulator.start()
        while options:
            options = simulator.step(vector, options[int(rng.random() * len(options))])
            moves += 1
    return moves / (time.process_time() - start)


def clone_nanoseconds(cells: int) -> float:
    vector = list(range(cells))
    number = 100_000
    start = time.process_time()
    for _ in range(number):
        vector[:]
    return (time.process_time() - start) / number * 1e9


def child_milliseconds(code: str, environment: dict[str, str]) -> float:
    """CPU time of a new interpreter that runs `code`."""
    measured = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        measured.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(measured) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each of the runs of a game")
    seconds = parser.parse_args().seconds
    print(f"{'game':<16}{'decisions/s':>14}{'places':>9}")
    for name in br.shipped_games():
        rates = [moves_per_second(name, seconds / RUNS) for _ in range(RUNS)]
        places = len(br.load(name).compiled().initial)
        print(f"{name:<16}{statistics.median(rates):>14,.0f}{places:>9}")
    print(f"copy of 500 places: {statistics.median(clone_nanoseconds(500) for _ in range(RUNS)):.0f} ns")
    bare, imported = child_milliseconds("pass", {}), child_milliseconds("import boardrules", {})
    print(f"import boardrules: {imported - bare:.0f} ms over bare Python ({bare:.0f} ms)")
    start_one = "import boardrules; boardrules.load('othello').start()"
    with tempfile.TemporaryDirectory() as folder:
        cold = child_milliseconds(start_one, {"BOARDRULES_CACHE": "off"}) - imported
        child_milliseconds(start_one, {"BOARDRULES_CACHE": folder})
        cached = child_milliseconds(start_one, {"BOARDRULES_CACHE": folder}) - imported
    print(f"first start of othello: {cold:.0f} ms cold, {cached:.0f} ms cached, after the import")


if __name__ == "__main__":
    main()
