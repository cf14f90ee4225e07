import { date } from './untrusted.js';

describe('a date of an upstream', () => {
  it.each([
    ['2024-02-29T23:30:00-05:00', '2024-03-01T04:30:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    // Fails without its rule where the clock of the machine is another.
    ['2024-02-29T23:30:00', '2024-02-29T23:30:00.000Z'],
    ['2024-02-29 23:30:00.5', '2024-02-29T23:30:00.500Z'],
    ['Wed Oct 10 20:19:24 +0000 2018', '2018-10-10T20:19:24.000Z'],
  ])('%s is %s', (written, expected) => {
    expect(date(written)?.toISOString()).toBe(expected);
  });

  it.each([
    '2024-02-30T10:00:00Z',
    '2023-02-29',
    '2024-04-31 10:00',
    '2024-00-10',
    '2024-13-01T00:00:00Z',
    'soon',
    '+012024-01-01T00:00:00Z',
    20240101,
    null,
  ])('%s is none', (value) => {
    expect(date(value)).toBeNull();
  });
});
