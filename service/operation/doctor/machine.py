"""The machine of an installation: home folder, disk, memory, open files, and what the settings mean together."""

from __future__ import annotations

import os
import resource
import shutil
from collections.abc import Iterator

from service.operation.doctor.findings import Finding, look, well, wrong
from service.settings import Settings

GIB = 1 << 30
LITTLE_ROOM, NO_ROOM = 2 * GIB, GIB // 5
"""Bytes free on the disk below which somebody should look, and below which writes will soon fail."""

LITTLE_MEMORY = GIB * 45 // 100
"""Bytes of memory below which `nightledger run --small` has no room: a machine of 512 MB tells a little less."""

MANY_FILES = 4096
"""Open files that web and stream should be allowed: those who wait for news hold one each."""


def machine(settings: Settings) -> Iterator[Finding]:
    """What is found without opening the store."""
    yield _home(settings)
    yield _secret(settings)
    yield _disk(settings)
    yield _memory()
    yield _open_files()
    yield _address(settings)
    yield _mail(settings)


def _home(settings: Settings) -> Finding:
    home = settings.home
    if not home.is_dir():
        return wrong("home", f"{home} is no folder", "make it: nightledger db init")
    if home.stat().st_mode & 0o077:
        return look("home", f"others may look into {home}", f"chmod 700 {home}")
    return well("home", f"{home} is its owner's alone")


def _secret(settings: Settings) -> Finding:
    path = settings.secret_path
    if not path.is_file():
        return wrong(
            "secret",
            f"{path} is missing",
            "bring it back from where it is kept; nightledger db init makes one for a new store",
        )
    if path.stat().st_mode & 0o077:
        return wrong("secret", f"others may read {path}, and with it every running game", f"chmod 600 {path}")
    return well("secret", f"{path} is its owner's alone")


def _disk(settings: Settings) -> Finding:
    at = next((one for one in (settings.home, *settings.home.parents) if one.exists()), settings.home)
    free = shutil.disk_usage(at).free
    says = f"{free / GIB:.1f} GiB are free where {settings.home} lies"
    if free < NO_ROOM:
        return wrong("disk", says, "make room: without it nothing can be stored")
    if free < LITTLE_ROOM:
        return look("disk", says, "make room before it is full")
    return well("disk", says)


def _memory() -> Finding:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    says = f"the machine has {memory / GIB:.1f} GiB"
    if memory < LITTLE_MEMORY:
        return look("memory", says, "nightledger run --small needs 512 MB")
    return well("memory", says)


def _open_files() -> Finding:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    says = (
        f"a process may open {most} files"
        if most != resource.RLIM_INFINITY
        else "a process may open any number of files"
    )
    if most != resource.RLIM_INFINITY and most < MANY_FILES:
        return look(
            "open files",
            says,
            f"allow {MANY_FILES} or more (ulimit -Hn, LimitNOFILE): each who waits for news holds one",
        )
    return well("open files", says)


def _address(settings: Settings) -> Finding:
    url = settings.public_url
    if url.startswith("https://") and not settings.proxies:
        return look(
            "address",
            f"people come by {url}, and no proxy is said to stand before it",
            "set NIGHTLEDGER_PROXIES, or cookies are sent without TLS and all people count as one address",
        )
    if not url.startswith("https://") and settings.proxies:
        return look(
            "address",
            f"links in messages lead to {url}, behind a proxy",
            "set NIGHTLEDGER_PUBLIC_URL to the address that people use",
        )
    return well("address", f"people come by {url}")


def _mail(settings: Settings) -> Finding:
    if settings.smtp_url is None:
        return look("mail", "no e-mail is sent", "set NIGHTLEDGER_SMTP_URL, unless webhooks are all that people want")
    return well("mail", f"sent as {settings.mail_from}")
