"""Firefox, spoken to in WebDriver BiDi, which it understands by itself: no driver program between.

As much of the protocol as a smoke test needs (https://w3c.github.io/webdriver-bidi/).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

from tests import serving

NAMES = ("firefox-esr", "firefox")
PATIENCE = 60


def find() -> str | None:
    """Return the path of a Firefox: the variable FIREFOX, or the system's."""
    if named := os.environ.get("FIREFOX"):
        return shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Firefox:
    """One tab of a Firefox."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        self._count = 0
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == self._count:
                assert said["type"] == "success", said
                return said["result"]
            entry = said.get("params", {})
            if said.get("method") == "log.entryAdded" and entry["level"] == "error":
                self.errors.append(str(entry["text"]))

    def resize(self, width: int, height: int) -> None:
        """Make the page as large as a screen."""
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def goto(self, url: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def value(self, code: str) -> Any:
        """What a JavaScript expression is in the page; it must be JSON."""
        where = {"context": self._tab}
        result = self._ask("script.evaluate", expression=f"JSON.stringify({code})", target=where, awaitPromise=True)
        assert result["type"] == "success", result
        text = result["result"].get("value")
        return None if text is None else json.loads(text)

    def wait(self, code: str) -> Any:
        """Wait until an expression is true in the page, and return it.  TimeoutError after a minute."""
        end = time.monotonic() + PATIENCE
        while not (found := self.value(code)):
            if time.monotonic() > end:
                raise TimeoutError(code)
            time.sleep(0.1)
        return found

    def click(self, selector: str) -> None:
        """Click the middle of an element with the mouse, bringing it into sight first."""
        self.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = f"(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector({json.dumps(selector)})"
        x, y = self.value(f"{box}.getBoundingClientRect())")
        pointer = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "input.performActions", context=self._tab, actions=[{"type": "pointer", "id": "mouse", "actions": pointer}]
        )

    def press(self, key: str) -> None:
        """Press a key."""
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._ask(
            "input.performActions", context=self._tab, actions=[{"type": "key", "id": "keyboard", "actions": keys}]
        )

    def close(self) -> None:
        """End the session."""
        self._ask("session.end")
        self._socket.close()


@contextmanager
def running(path: str, profile: Path) -> Iterator[Firefox]:
    """Start a Firefox with a fresh profile and no window, and stop it afterwards."""
    profile.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"HOME": str(profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
    )
    try:
        assert process.stderr
        address = next(
            found[1] for line in process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line))
        )
        tab = Firefox(address)
        yield tab
        tab.close()
    finally:
        serving.end(process)
