import { dayOrMoment } from './day-or-moment.js';

describe('when something was posted', () => {
  it.each([
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01Z', '2024-05-01'],
    ['2024-05-01+14:00', '2024-05-01'],
    [' 2024-05-01 ', '2024-05-01'],
    // Fail without their rule where the clock of the machine is another.
    ['May 1, 2024', '2024-05-01'],
    ['Wed, 01 May 2024', '2024-05-01'],
    ['2024/05/01', '2024-05-01'],
  ])('%s is a day', (written, day) => {
    const read = dayOrMoment(written);
    expect(read?.isDay).toBe(true);
    expect(read?.at.toISOString()).toBe(`${day}T00:00:00.000Z`);
  });

  it.each([
    ['2024-05-01T00:00:00Z', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01T00:00', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01T23:30:00-05:00', '2024-05-02T04:30:00.000Z'],
    ['Wed Oct 10 20:19:24 +0000 2018', '2018-10-10T20:19:24.000Z'],
  ])('%s is a moment, midnight too where the source names it', (written, moment) => {
    const read = dayOrMoment(written);
    expect(read?.isDay).toBe(false);
    expect(read?.at.toISOString()).toBe(moment);
  });

  it.each([
    ...['2024', '2024-05', '5', '', ' ', 'soon', '2024-02-30', '2024-02-30Z', '2024-05-01T'],
    ...['2024-05-01+25:00x', '+012024-01-01', 'x'.repeat(100_000), 20240501, null, ['2024-05-01']],
  ])('%p is neither', (value) => {
    expect(dayOrMoment(value)).toBeNull();
  });
});
