import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Squares of a side, and pixels of a square. */
const [squares, scale] = [7, 24];
const size = squares * scale;

/** A picture of a person as a PNG: five by five squares, the same on both sides, of which the subject alone decides. */
export function pictureOf(sub: string): Buffer {
  const digest = createHash('sha256').update(sub).digest();
  const light = [235, 238, 244];
  const dark = [digest[0]! % 160, digest[1]! % 160, digest[2]! % 160];
  const isDark = (x: number, y: number) =>
    x >= 0 && x < 5 && y >= 0 && y < 5 && digest[3 + y * 3 + Math.min(x, 4 - x)]! % 2 === 1;
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Array.from({ length: size }, (_, x) =>
      isDark(Math.floor(x / scale) - 1, Math.floor(y / scale) - 1) ? dark : light,
    );
    // A row begins with its filter: none.
    return Buffer.from([0, ...row.flat()]);
  });
  // Eight bits of each of red, green and blue.
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
