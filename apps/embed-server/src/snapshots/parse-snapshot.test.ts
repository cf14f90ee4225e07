import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { decodeSnapshot, decodeVoid, encodeSnapshot, encodeVoid } from './parse-snapshot.js';

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const word = fc.string({ minLength: 1, maxLength: 20 });
const snapshots = fc.record({
  key: word,
  takenAt: fc.nat(),
  post: fc.record({ about: word, body: bytes }),
  pictures: fc.array(fc.record({ place: word, from: word, about: word, body: bytes }), {
    maxLength: 4,
  }),
});

it('a snapshot is read as it was written', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot);
    }),
    propertySize(),
  );
});

it('what is torn, longer, or changed in one place is no snapshot', () => {
  fc.assert(
    fc.property(snapshots, fc.nat(), fc.integer({ min: 1, max: 255 }), (snapshot, at, by) => {
      const value = encodeSnapshot(snapshot);
      const place = at % value.length;
      expect(decodeSnapshot(value.subarray(0, place))).toBeNull();
      expect(decodeSnapshot(Buffer.concat([value, Buffer.from([by])]))).toBeNull();
      const changed = Buffer.from(value);
      changed[place] = (changed[place]! + by) % 256;
      expect(decodeSnapshot(changed)).toBeNull();
    }),
    propertySize(),
  );
});

it('what has another shape is no snapshot, though its checksum is right', () => {
  const value = encodeSnapshot({
    key: 'tweet:1',
    takenAt: -1,
    post: { about: 'x', body: Buffer.alloc(1) },
    pictures: [],
  });
  expect(decodeSnapshot(value)).toBeNull();
  expect(decodeSnapshot(encodeVoid(5))).toBeNull();
});

it('a record that makes no sense voids all', () => {
  expect(decodeVoid(encodeVoid(5))).toBe(5);
  fc.assert(
    fc.property(fc.nat(), (at) => {
      const value = encodeVoid(1234);
      expect(decodeVoid(value.subarray(0, at % value.length))).toBe(Infinity);
    }),
    propertySize(),
  );
});
