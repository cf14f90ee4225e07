import { jest } from '@jest/globals';

/**
 * From now on `Date.now` can be moved, for what has no clock of its own to hand in; `jest.restoreAllMocks` ends it.
 *
 * @returns adds seconds to the time of day
 */
export function movableClock(): (seconds: number) => void {
  const real = Date.now.bind(Date);
  let ahead = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead * 1000);
  return (seconds) => {
    ahead += seconds;
  };
}
