"""Luck: a counter-based generator (Philox 4x32, ten rounds), so that every draw is a pure function of its number.

There is no state to carry along: draw number n of a stream depends on the seed, the name of the stream and n alone.
`tests/test_philox.py` has the published test vectors of the algorithm, and ours for seeds and names.

    draw = uniform(stream_key(seed=7, name="die"), number=0, below=6)      # 0 to 5
"""

from __future__ import annotations

_MASK = 0xFFFFFFFF
_MULTIPLY_0, _MULTIPLY_1 = 0xD2511F53, 0xCD9E8D57
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85

Block = tuple[int, int, int, int]
Key = tuple[int, int]


def philox(counter: Block, key: Key) -> Block:
    """Four random words of 32 bits for a counter of four words."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        product_0, product_1 = c0 * _MULTIPLY_0, c2 * _MULTIPLY_1
        c0, c1, c2, c3 = (
            product_1 >> 32 ^ c1 ^ k0,
            product_1 & _MASK,
            product_0 >> 32 ^ c3 ^ k1,
            product_0 & _MASK,
        )
        k0, k1 = k0 + _WEYL_0 & _MASK, k1 + _WEYL_1 & _MASK
    return c0, c1, c2, c3


def stream_key(seed: int, name: str) -> Key:
    """The key of a named stream. The name is hashed by the generator itself, eight bytes at a time."""
    key = (seed & _MASK, seed >> 32 & _MASK)
    data = name.encode()
    for start in range(0, len(data) + 1, 8):
        word = int.from_bytes(data[start : start + 8].ljust(8, b"\0"), "big")
        first, second, _, _ = philox((word & _MASK, word >> 32, start, len(data)), key)
        key = (first, second)
    return key


def uniform(key: Key, number: int, below: int) -> int:
    """Draw `number` of the stream: 0 to below - 1, all equally likely.

    Words from the uneven end of the range are thrown away, so there is no bias; the next try is another counter of the
    same draw, so no draw depends on how often another was tried.
    """
    if not 0 < below <= 1 << 64:
        raise ValueError(f"cannot draw below {below}")
    limit = (1 << 64) - (1 << 64) % below
    attempt = 0
    while True:
        high, low, _, _ = philox((number & _MASK, number >> 32 & _MASK, attempt, 0), key)
        word = high << 32 | low
        if word < limit:
            return word % below
        attempt += 1
