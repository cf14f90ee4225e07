import { retryAfterOf } from './retry-after-mapping.js';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  [{}, 60],
  [{ 'retry-after': '17' }, 17],
  [{ 'retry-after': '0' }, 1],
  [{ 'retry-after': '999999' }, 3600],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30],
  [{ 'retry-after': 'soon' }, 60],
  [{ 'x-rate-limit-reset': String(now / 1000 + 40) }, 40],
  [{ 'x-ratelimit-reset': '2026-01-01T00:00:50Z' }, 50],
  [{ 'x-ratelimit-reset': '2025-01-01T00:00:50Z' }, 1],
])('%j is %i seconds', (headers, seconds) => {
  expect(retryAfterOf(headers as Record<string, string>, now)).toBe(seconds);
});
