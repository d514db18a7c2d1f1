"""Write the software bill of materials of a release: python docs/make_bill.py FILE.cdx.json.

It lists the packages of the server's image (docker/requirements.lock) and of the static site
(rulebook/publish/static/lock.toml, and docs/editor for the code editor), with the hashes that are checked when they
are fetched.  The library itself has no dependencies.  CycloneDX 1.6, validated against its schema.
"""

import base64
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from make_editor import bundled
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]


def component(kind: str, name: str, version: str, hashes: list[HashType], where: str) -> Component:
    """Return a component for a package of a registry (kind: pypi, npm); where: its part of the release."""
    scope, _, bare = name.rpartition("/")
    url = PackageURL(kind, scope or None, bare, version)
    more = [Property(name="hedgekit:in", value=where)]
    kept: dict[str, Any] = {"purl": url, "bom_ref": f"{where}:{url}", "hashes": hashes, "properties": more}
    return Component(name=bare, group=scope or None, version=version, type=ComponentType.LIBRARY, **kept)


def sha256(found: list[str]) -> list[HashType]:
    """Return the registry's hashes of a package's files."""
    return [HashType(alg=HashAlgorithm.SHA_256, content=one) for one in found]


def sha512(found: str) -> HashType:
    """Return the npm registry's hash of a package."""
    return HashType(alg=HashAlgorithm.SHA_512, content=base64.b64decode(found).hex())


def image() -> Iterator[Component]:
    """Yield the packages of the image."""
    for block in re.split(r"\n(?=\S)", (ROOT / "docker" / "requirements.lock").read_text("utf-8")):
        if pin := re.match(r"([\w.-]+)==([\w.!+]+)", block):
            yield component("pypi", pin[1], pin[2], sha256(re.findall(r"--hash=sha256:([0-9a-f]{64})", block)), "image")


def site() -> Iterator[Component]:
    """Yield the packages of the static site, with Pyodide's parts under its own names."""
    lock = tomllib.loads((ROOT / "rulebook" / "publish" / "static" / "lock.toml").read_text("utf-8"))
    pyodide = component("npm", "pyodide", lock["pyodide"]["version"], [sha512(lock["pyodide"]["sha512"])], "site")
    for part in lock["pyodide"]["licences"]:
        if part != "pyodide":
            pyodide.components.add(Component(name=part, bom_ref=f"site:pyodide:{part}", type=ComponentType.LIBRARY))
    yield pyodide
    for name, package in bundled().items():
        yield component("npm", name, package["version"], [sha512(package["integrity"].removeprefix("sha512-"))], "site")
    for package in lock["package"]:
        yield component("pypi", package["name"], package["version"], sha256(package["sha256"]), "site")


def bill() -> Bom:
    """Return the bill of materials of this checkout."""
    (version,) = re.findall(
        '^__version__ = "(.+)"', (ROOT / "hedgekit" / "version.py").read_text("utf-8"), re.MULTILINE
    )
    url, licence = PackageURL("pypi", None, "hedgekit", version), DisjunctiveLicense(id="MIT")
    own = Component(
        name="hedgekit", version=version, type=ComponentType.LIBRARY, purl=url, bom_ref="hedgekit", licenses=[licence]
    )
    bom = Bom(components=[*image(), *site()])
    bom.metadata.component = own
    bom.register_dependency(own, bom.components)
    return bom


def main(target: str) -> None:
    """Write and validate the bill."""
    text = JsonV1Dot6(bill()).output_as_string(indent=2)
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"not a bill of materials: {wrong}")
    Path(target).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
