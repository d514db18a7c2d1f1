"""Firefox controlled by WebDriver BiDi, which it supports natively, without a driver program.

As much of the protocol as a smoke test needs (https://w3c.github.io/webdriver-bidi/).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

from tests import serving

PATIENCE = 60


def find() -> str | None:
    """Return the path of a Firefox: the variable FIREFOX, or the system's; None if there is none."""
    return shutil.which(os.environ.get("FIREFOX") or "firefox-esr") or shutil.which("firefox")


class Firefox:
    """A tab of a Firefox."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        self._count = 0
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = {"context": self._ask("browsingContext.getTree")["contexts"][0]["context"]}

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while (message := json.loads(self._socket.recv())).get("id") != self._count:
            entry = message.get("params", {})
            if message.get("method") == "log.entryAdded" and entry["level"] == "error":
                self.errors.append(str(entry["text"]))
        assert message["type"] == "success", message
        return message["result"]

    def resize(self, width: int, height: int) -> None:
        """Set the viewport."""
        self._ask("browsingContext.setViewport", **self._tab, viewport={"width": width, "height": height})

    def goto(self, url: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", **self._tab, url=url, wait="complete")

    def value(self, code: str) -> Any:
        """Return the value of a JavaScript expression in the page, which must be JSON."""
        expression = f"JSON.stringify({code})"
        result = self._ask("script.evaluate", expression=expression, target=self._tab, awaitPromise=True)
        assert result["type"] == "success", result
        return json.loads(result["result"].get("value", "null"))

    def wait(self, code: str) -> Any:
        """Wait until an expression is truthy in the page, and return it."""
        serving.wait_until(lambda: bool(self.value(code)), PATIENCE)
        return self.value(code)

    def click(self, selector: str) -> None:
        """Scroll to an element and click its centre with the mouse."""
        element = f"document.querySelector({json.dumps(selector)})"
        self.value(f"{element}.scrollIntoView({{block: 'center'}})")
        x, y = self.value(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({element}.getBoundingClientRect())")
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        actions += [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self._ask("input.performActions", **self._tab, actions=[{"type": "pointer", "id": "mouse", "actions": actions}])


@contextmanager
def running(path: str, profile: Path) -> Iterator[Firefox]:
    """Start a headless Firefox with a fresh profile, and stop it afterwards."""
    profile.mkdir(parents=True)
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    own = os.environ | {"HOME": str(profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=own)
    try:
        found = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr or ())
        yield Firefox(next(filter(None, found))[1])
    finally:
        serving.end(process)
