import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { addRange, covers, rangeWith, type Ranges } from './ranges.js';

const range = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -1, max: 8 }))
  .map(([from, length]) => ({ from, to: from + length }));

describe('known ranges', () => {
  it('hold the numbers of all that were added, in any order, as few ranges', () => {
    fc.assert(
      fc.property(fc.array(range), (added) => {
        const ranges = added.reduce<Ranges>(addRange, []);
        for (let seq = 0; seq < 60; seq++) {
          const isAdded = added.some(({ from, to }) => from <= seq && seq <= to);
          expect(rangeWith(ranges, seq) !== undefined).toBe(isAdded);
        }
        ranges.slice(1).forEach(({ from }, index) => {
          expect(from).toBeGreaterThan(ranges[index]!.to + 1);
        });
      }),
      propertySize(),
    );
  });

  it('cover what lies in one of them, and always nothing', () => {
    const ranges = [
      { from: 1, to: 3 },
      { from: 5, to: 9 },
    ];
    expect(covers(ranges, { from: 6, to: 9 })).toBe(true);
    expect(covers(ranges, { from: 3, to: 5 })).toBe(false);
    expect(covers(ranges, { from: 20, to: 19 })).toBe(true);
  });
});
