import { parseRetryAfter } from './retry-rules.js';

const now = Date.UTC(2030, 0, 1);

it.each([
  ['0', 0],
  ['120', 120_000],
  ['120 ', 120_000],
  [' 120\t', 120_000],
  ['1000000000', 1_000_000_000_000],
  ['000000000000001', 1000],
  ['Tue, 01 Jan 2030 00:01:00 GMT', 60_000],
  ['\tTue, 01 Jan 2030 00:01:00 GMT ', 60_000],
  ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
  ['', undefined],
  ['soon', undefined],
  ['1 2', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  [null, undefined],
])('Retry-After %j asks for %j ms', (text, ms) => {
  expect(parseRetryAfter(text, now)).toBe(ms);
});

it('has a number also for more seconds than a number holds', () => {
  for (const text of ['9'.repeat(20), '9'.repeat(400)]) {
    expect(parseRetryAfter(text, now)).toBe(Number.MAX_SAFE_INTEGER);
  }
});
