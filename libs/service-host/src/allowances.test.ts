import { Allowances } from './allowances.js';

const window = 60_000;
const takeTimes = (allowances: Allowances, times: number, now: number) =>
  Array.from({ length: times }, () => allowances.take('ann', now).allowed);

describe('an allowance', () => {
  it('allows the quota at once, and not one more', () => {
    for (const max of [1, 3, 7, 300]) {
      const allowances = new Allowances({ max, window });
      expect(takeTimes(allowances, max, 1000)).not.toContain(false);
      expect(allowances.take('ann', 1000)).toMatchObject({ allowed: false, remaining: 0 });
      expect(allowances.take('bob', 1000)).toMatchObject({ allowed: true, remaining: max - 1 });
    }
  });

  it('comes back evenly, and tells when', () => {
    const allowances = new Allowances({ max: 6, window });
    takeTimes(allowances, 6, 0);
    expect(allowances.take('ann', 4_000)).toEqual({
      allowed: false,
      remaining: 0,
      reset: 56,
      retryAfter: 6,
    });
    expect(allowances.take('ann', 10_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(allowances.take('ann', 70_000)).toMatchObject({
      allowed: true,
      remaining: 5,
      reset: 10,
    });
  });

  it('does not count what it refuses', () => {
    const allowances = new Allowances({ max: 2, window });
    takeTimes(allowances, 50, 0);
    expect(allowances.take('ann', 30_000).allowed).toBe(true);
  });

  it('is charged for more than one request, and never below nothing', () => {
    const allowances = new Allowances({ max: 10, window });
    allowances.take('ann', 0);
    expect(allowances.charge('ann', 4, 0)).toMatchObject({ remaining: 5 });
    expect(allowances.charge('ann', 400, 0)).toMatchObject({ remaining: 0, reset: 60 });
    expect(allowances.take('ann', 6_000).allowed).toBe(true);
  });

  it('remembers a client over the turn of a generation', () => {
    const allowances = new Allowances({ max: 1, window });
    allowances.take('bob', 0);
    allowances.take('ann', 59_000);
    allowances.take('bob', 61_000);
    expect(allowances.take('ann', 62_000).allowed).toBe(false);
  });

  it('holds a bounded number of clients, and forgets the quiet ones first', () => {
    const allowances = new Allowances({ max: 1, window, most: 10 });
    for (let n = 0; n < 1000; n += 1) allowances.take(`client ${n}`, 0);
    expect(allowances.take('client 999', 0).allowed).toBe(false);
    expect(allowances.take('client 0', 0).allowed).toBe(true);
  });
});
