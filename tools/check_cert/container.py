"""The container: what a file is besides the stream in it (section 1 of the format)."""

import hashlib
import zlib

from .reject import Reject

MAGIC = bytes.fromhex("51554F440D0A1A0A")
END_MARK = bytes.fromhex("E49D3A7C15B2F608")
MAX_BLOCK = 1_048_576
MAX_STREAM = 2**32 - 1


def read_container(file):
    """The stream inside a certificate. Never asks for more than a block at a time, whatever the file says."""
    digest = hashlib.sha256()
    offset = 0

    def take(size, hashed=True):
        nonlocal offset
        data = file.read(size)
        offset += len(data)
        if len(data) < size:
            raise Reject("truncated", "the file ends too early", f"byte {offset}")
        if hashed:
            digest.update(data)
        return data

    if file.read(len(MAGIC)) != MAGIC:
        raise Reject("not-a-certificate", "the magic is missing", "byte 0")
    digest.update(MAGIC)
    offset = len(MAGIC)
    head = take(4)
    if head != b"\x01\0\0\0":
        raise Reject("version", "not version 1", "byte 8")
    blocks, total = [], 0
    while True:
        start = offset
        head = take(4)
        length = int.from_bytes(head, "little")
        if not 1 <= length <= MAX_BLOCK:
            break
        crc = int.from_bytes(take(4), "little")
        payload = take(length)
        if zlib.crc32(payload) != crc:
            raise Reject("checksum", "CRC-32 of a block", f"byte {start}")
        total += length
        if total > MAX_STREAM:
            raise Reject("malformed", "the stream is too long", f"byte {start}")
        blocks.append(payload)
    if head != END_MARK[:4] or take(4) != END_MARK[4:]:
        raise Reject("end-mark", "neither a block nor the end mark", f"byte {start}")
    start = offset
    stated = take(32, hashed=False)
    if file.read(1):
        raise Reject("end-mark", "bytes after the end", f"byte {offset}")
    if stated != digest.digest():
        raise Reject("checksum", "SHA-256 of the file", f"byte {start}")
    return b"".join(blocks)
