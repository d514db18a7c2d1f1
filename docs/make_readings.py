"""Search where the readings of every open question part, and write rulebook/desk/partings.json.

python docs/make_readings.py            all of them (some minutes)
python docs/make_readings.py 12-a 0-a   these; the others stay
"""

import json
import sys
from pathlib import Path

from rulebook.desk import readings

FILE = Path(readings.__file__).with_name(readings.FILE)


def main() -> None:
    """Search, say what was found, write the file as it grows."""
    there = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for name in sys.argv[1:] or list(readings.switches()):
        found = readings.searched(readings.switch(name))
        there.pop(name, None)
        if found:
            there[name] = readings.told(found)
        print(name, f"{found.kind} at ply {found.ply} of game {found.seed}" if found else "-", flush=True)
        kept = [name for name in readings.switches() if name in there]
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(there[name])}" for name in kept)
        FILE.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    print(f"{len(there)} of {len(readings.switches())}")


if __name__ == "__main__":
    main()
