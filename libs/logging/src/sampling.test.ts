import { jest } from '@jest/globals';
import { createSampler } from './sampling.js';

describe('createSampler', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it('lets so many of a class pass in a minute, and then says how many it left out', () => {
    const sample = createSampler(2);
    const minute = () => Array.from({ length: 5 }, () => sample('a'));
    expect(minute()).toEqual([0, 0, null, null, null]);
    expect(sample('b')).toBe(0);
    jest.advanceTimersByTime(60_000);
    expect(minute()).toEqual([3, 0, null, null, null]);
    jest.advanceTimersByTime(600_000);
    expect(sample('a')).toBe(3);
  });
});
