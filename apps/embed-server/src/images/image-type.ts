import { fileTypeFromBuffer } from 'file-type';

// Raster only: SVG is a document with scripts, and other formats are not shown by browsers.
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
  ['image/avif', 'image/avif'],
]);

/** The media type by the bytes, whatever the host calls it; `null` for what browsers do not show or may run. */
export async function imageTypeOf(body: Buffer): Promise<string | null> {
  // The first bytes suffice, and a crafted file has little to work on.
  const type = await fileTypeFromBuffer(body.subarray(0, 4100)).catch(() => undefined);
  return mediaTypes.get(type?.mime ?? '') ?? null;
}

// Some encoders add a few bytes after the end of the picture.
const tail = 1024;

/** Whether the end of the picture is there; for bodies of which only the connection's end says that they are whole. */
export function isWhole(body: Buffer, type: string): boolean {
  const end = body.subarray(-tail);
  switch (type) {
    case 'image/png':
      return end.includes('IEND');
    case 'image/jpeg':
      return end.includes(Buffer.from([0xff, 0xd9]));
    case 'image/gif':
      return end.includes(0x3b);
    case 'image/webp':
      return body.length >= 12 && body.length >= body.readUInt32LE(4) + 8;
    default:
      return endsWithBox(body);
  }
}

/** AVIF is a row of boxes, each with its length before its name; 0 stands for the rest, 1 for a longer length. */
function endsWithBox(body: Buffer): boolean {
  let at = 0;
  while (at + 8 <= body.length) {
    const size = body.readUInt32BE(at);
    if (size < 8) return false;
    at += size;
  }
  return at === body.length;
}
