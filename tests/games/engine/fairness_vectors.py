"""Known answers of docs/fairness.md, computed by its letter and by nothing of the engine.

Running the module rewrites the file that Python and JavaScript are both tested with.
"""

import hashlib
import hmac
import json
import unicodedata
from pathlib import Path
from typing import Any

PATH = Path(__file__).parents[2] / "data" / "fairness.json"
SERVER_SEEDS = ("00" * 32, bytes(range(32)).hex(), "ff" * 32)
SEEDS = (("", ""), ("Anna", ""), ("vrhcáby", "šťastný hod 🎲"), ("a|b", "c"), ("a", "b|c"))
TYPED = ("", "Anna", "a\u0301", "\u212b", "🎲" * 64, "e\u0301" * 64, "x" * 65, "a\x00b", "a\nb")


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def message(label: str, number: int, block: int, seeds: tuple[str, str]) -> str:
    hashes = [sha(seed.encode("utf-8")) for seed in seeds]
    return "|".join(["vrhcaby-dice-1", label, str(number), str(block), *hashes])


def block(server_seed: str, text: str) -> bytes:
    return hmac.new(bytes.fromhex(server_seed), text.encode("ascii"), hashlib.sha256).digest()


def dice_of(blocks: list[bytes]) -> list[int]:
    fit = [byte for byte in b"".join(blocks) if byte < 252]
    return [fit[0] % 6 + 1, fit[1] % 6 + 1]


def roll(server_seed: str, seeds: tuple[str, str], number: int) -> list[int]:
    return dice_of([block(server_seed, message("roll", number, n, seeds)) for n in range(3)])


def stream(server_seed: str, seeds: tuple[str, str]) -> dict[str, Any]:
    first = [block(server_seed, message("roll", n, 0, seeds))[0] for n in range(1, 1000)]
    skipped = [n for n, byte in enumerate(first, start=1) if byte >= 252][:3]
    numbers = [1, 2, 3, 4, 5, 17, *skipped, 1_000_000]
    lots = [1, 2, 3, 25]
    return {
        "server_seed": server_seed,
        "seeds": list(seeds),
        "message": message("roll", 1, 0, seeds),
        "block": block(server_seed, message("roll", 1, 0, seeds)).hex(),
        "rolls": [[n, *roll(server_seed, seeds, n)] for n in numbers],
        "lots": [[n, block(server_seed, message("lot", n, 0, seeds))[0] & 1] for n in lots],
    }


def normalised(text: str) -> str | None:
    seed = unicodedata.normalize("NFC", text)
    control = any(unicodedata.category(sign) == "Cc" for sign in seed)
    return None if control or len(seed) > 64 else seed


def vectors() -> dict[str, Any]:
    rare = [
        [b"\xff" * 31 + b"\x05", b"\xfc\xfb" + b"\x00" * 30],
        [b"\xfc" * 32, b"\xfd" * 32, b"\x06\x0b" + b"\xff" * 30],
        [b"\xfb\x00" + b"\xff" * 30],
        [b"\xff\x07\xfe\x0a" + b"\x00" * 28],
    ]
    return {
        "commitments": [
            {"server_seed": seed, "commitment": sha(bytes.fromhex(seed))} for seed in SERVER_SEEDS
        ],
        "seeds": [{"text": text, "normalised": normalised(text)} for text in TYPED],
        "streams": [stream(server, seeds) for server in SERVER_SEEDS for seeds in SEEDS],
        "dice_of_blocks": [
            {"blocks": [one.hex() for one in blocks], "dice": dice_of(blocks)} for blocks in rare
        ],
    }


if __name__ == "__main__":
    PATH.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="ascii")
