import { box, frames, full, handler, secret, u16, u32 } from './media.js';

interface Place {
  readonly item: number;
  /** Within the list of items itself, and not within the file. */
  readonly isInside?: boolean;
  readonly parts: readonly (readonly [start: number, length: number])[];
}

const named = (id: number, type: string, ...rest: Buffer[]) =>
  box('infe', u32(0x02000000), u16(id, 0), Buffer.from(type), ...rest, Buffer.alloc(1));

/** In the second way of the standard, which knows places within the list of items. */
function placesOf(all: readonly Place[]): Buffer {
  const places = all.map(({ item, isInside, parts }) =>
    Buffer.concat([
      u16(item, isInside ? 1 : 0, 0, parts.length),
      ...parts.map(([start, length]) => u32(start, length)),
    ]),
  );
  return box('iloc', u32(0x01000000), u16(0x4400, all.length), ...places);
}

/** HEIC as a phone writes it, of a few bytes: a picture, and beside it what the phone, a program and an owner have to say. */
export function phonePicture(brand = 'heic'): Buffer {
  const head = box('ftyp', Buffer.from(brand), u32(0), Buffer.from('mif1heic'));
  const metaOf = (data: number) =>
    full(
      'meta',
      handler('pict'),
      full('pitm', u16(1)),
      full(
        'iinf',
        u16(4),
        named(1, 'hvc1', secret),
        named(2, 'Exif'),
        named(3, 'mime', Buffer.from('xmp\0application/rdf+xml')),
        named(4, 'uri ', Buffer.from('\0'), secret),
      ),
      placesOf([
        { item: 1, parts: [[data, frames.length]] },
        { item: 2, parts: [[data + frames.length, secret.length]] },
        { item: 3, isInside: true, parts: [[0, secret.length]] },
        {
          item: 4,
          parts: [
            [data + frames.length + secret.length, 5],
            [data + frames.length + secret.length + 5, secret.length - 5],
          ],
        },
      ]),
      box(
        'iprp',
        box('ipco', full('ispe', u32(320, 180)), full('udes', secret), box('irot', Buffer.of(1))),
        full('ipma', u32(1), u16(1), Buffer.of(2, 1, 3)),
      ),
      box('idat', secret),
      box('uuid', secret),
    );
  const data = head.length + metaOf(0).length + 8;
  return Buffer.concat([
    head,
    metaOf(data),
    box('mdat', frames, secret, secret),
    box('uuid', secret),
  ]);
}
