"""The secret of an installation, from which its keys are made."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from service.durable import settle
from service.settings import SettingsError

SECRET_BYTES = 32
"""How long it is; a shorter one could be guessed, and one that was cut off opens nothing."""


def make_secret(path: Path) -> None:
    """Write 32 random bytes as hex to a new file of mode 600; a file that is there stays.

    The file appears with its content or not at all, whoever else does the same meanwhile, and is there to stay.
    """
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_hex(SECRET_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
        settle(path.parent)
    except FileExistsError:
        return
    finally:
        draft.unlink(missing_ok=True)


def secret_in(path: Path) -> bytes:
    """The installation's secret, from its file."""
    try:
        secret = bytes.fromhex(path.read_text())
    except FileNotFoundError:
        raise SettingsError(
            f"there is no installation in {path.parent}: name its folder in NIGHTLEDGER_HOME,"
            " or run `nightledger db init` to make one"
        ) from None
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} holds no secret ({error}): bring it back from where it is kept") from None
    if len(secret) != SECRET_BYTES:
        raise SettingsError(
            f"{path} holds no secret of {SECRET_BYTES} bytes in hex: bring it back from where it is kept"
        )
    return secret
