"""The container, and numbers."""

import io
import random
import unittest

from base import Base, check, check_cert
from small_games import full_certificate
from writer import HOLDS, container, u, z


class Container(Base):
    def setUp(self):
        self.data = full_certificate("tic", claims=[(1, HOLDS)]).bytes(cut=1000)

    def test_reasons(self):
        data = self.data
        self.rejected(b"", "not-a-certificate", "byte 0")
        self.rejected(b"x" + data[1:], "not-a-certificate", "byte 0")
        self.rejected(container(b"x", version=2), "version", "byte 8")
        self.rejected(container(b"x", reserved=1), "version", "byte 8")
        self.rejected(data + b"\0", "end-mark", f"byte {len(data)}")
        self.rejected(data[:-40] + b"\0" * 8 + data[-32:], "end-mark", f"byte {len(data) - 40}")
        self.rejected(data[:12] + bytes(4) + data[12:], "end-mark", "byte 12")
        self.rejected(data[:12] + (2**20 + 1).to_bytes(4, "little") + data[16:], "end-mark", "byte 12")
        self.rejected(data[:12] + b"\xff" * 4 + data[16:], "end-mark", "byte 12")
        self.rejected(data[:-1] + bytes([data[-1] ^ 1]), "checksum", f"byte {len(data) - 32}")
        flipped = bytearray(data)
        flipped[500] ^= 1
        self.rejected(bytes(flipped), "checksum", "byte 12")
        self.rejected(container(b""), "malformed", "header")

    def test_every_truncation(self):
        for size in range(8, len(self.data)):
            self.rejected(self.data[:size], "truncated", f"byte {size}")

    def test_every_byte_flipped(self):
        rng = random.Random(1)
        for i in range(len(self.data)):
            flipped = bytearray(self.data)
            flipped[i] ^= 1 << rng.randrange(8)
            self.assertEqual(check(bytes(flipped))[1], 1)

    def test_no_large_read(self):
        class File(io.BytesIO):
            def read(self, size):
                assert 0 <= size <= 1 << 20
                return super().read(size)
        lines, _ = check_cert.check_file(File(self.data))
        self.assertIn("VERIFIED", lines[-1])


class Numbers(Base):
    def test_u(self):
        read = lambda data: check_cert.Reader(data, 0, len(data)).u()
        for value in (0, 1, 127, 128, 300, 2**32, 2**63, 2**64 - 1):
            self.assertEqual(read(u(value)), value)
        for data in (b"", b"\x80", b"\x80\0", b"\xff\x80\0", u(2**64), b"\x80" * 10 + b"\1", b"\xff" * 100, u(2**70)):
            with self.assertRaises(check_cert.Reject):
                read(data)
        for value in (0, -1, 1, -2, 2, 2**63 - 1, -2**63):
            data = z(value)
            self.assertEqual(check_cert.Reader(data, 0, len(data)).z(), value)


if __name__ == "__main__":
    unittest.main()
