"""What one address may have where there is not enough for everybody.

Behind one address there may be a reader, a class, or somebody who asks for all places: nobody can tell.  So nothing is
refused to an address while there is room.  Where there is none, who has most gives way to who has less.
"""

import ipaddress
from collections import Counter
from collections.abc import Mapping


def house(address: str) -> str:
    """Whose an address is, as far as it can be told: of IPv6 whoever has one has 2^64 of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def of_most(whose: Mapping[str, str], own: int) -> list[str]:
    """What the house has that has most, if one less is no less than `own` and one more.

    whose: houses, by what each has.
    """
    many = Counter(whose.values())
    return [name for name, one in whose.items() if many[one] == max(many.values()) >= own + 2]
