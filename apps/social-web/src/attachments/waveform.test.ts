import fc from 'fast-check';
import { loudness } from './waveform.js';

const quiet = Float32Array.from(
  { length: 400 },
  (_, at) => Math.sin(at) * (at < 200 ? 0.001 : 0.01),
);

it('is measured against the loudest part', () => {
  const [first, second, third, last] = loudness(quiet, 4);
  expect(Math.max(third!, last!)).toBe(1);
  expect(first).toBeCloseTo(0.1, 1);
  expect(second).toBeCloseTo(0.1, 1);
});

it('is flat for silence, and for a sound with fewer samples than parts', () => {
  expect(loudness(new Float32Array(100), 3)).toEqual([0, 0, 0]);
  expect(loudness(Float32Array.of(0.5), 2)).toEqual([0, 1]);
  expect(loudness(new Float32Array(0), 2)).toEqual([0, 0]);
});

it('has as many parts as asked for, each from 0 to 1', () => {
  const samples = fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 500 });
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 100 }), (sound, parts) => {
      const found = loudness(sound, parts);
      expect(found).toHaveLength(parts);
      expect(found.every((one) => one >= 0 && one <= 1)).toBe(true);
    }),
  );
});
