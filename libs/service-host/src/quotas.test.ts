import { Quotas } from './quotas.js';

const window = 60_000;
const takeTimes = (quotas: Quotas, times: number, now: number) =>
  Array.from({ length: times }, () => quotas.take('ann', now).allowed);

describe('a quota', () => {
  it('allows the quota at once, and not one more', () => {
    for (const max of [1, 3, 7, 300]) {
      const quotas = new Quotas({ max, window });
      expect(takeTimes(quotas, max, 1000)).not.toContain(false);
      expect(quotas.take('ann', 1000)).toMatchObject({ allowed: false, remaining: 0 });
      expect(quotas.take('bob', 1000)).toMatchObject({ allowed: true, remaining: max - 1 });
    }
  });

  it('refills evenly, and reports when', () => {
    const quotas = new Quotas({ max: 6, window });
    takeTimes(quotas, 6, 0);
    expect(quotas.take('ann', 4_000)).toEqual({
      allowed: false,
      remaining: 0,
      reset: 56,
      retryAfter: 6,
    });
    expect(quotas.take('ann', 10_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect(quotas.take('ann', 70_000)).toMatchObject({
      allowed: true,
      remaining: 5,
      reset: 10,
    });
  });

  it('does not count what it refuses', () => {
    const quotas = new Quotas({ max: 2, window });
    takeTimes(quotas, 50, 0);
    expect(quotas.take('ann', 30_000).allowed).toBe(true);
  });

  it('is charged for more than one request, and never below nothing', () => {
    const quotas = new Quotas({ max: 10, window });
    quotas.take('ann', 0);
    expect(quotas.charge('ann', 4, 0)).toMatchObject({ remaining: 5 });
    expect(quotas.charge('ann', 400, 0)).toMatchObject({ remaining: 0, reset: 60 });
    expect(quotas.take('ann', 6_000).allowed).toBe(true);
  });

  it('remembers a client when generations are rotated', () => {
    const quotas = new Quotas({ max: 1, window });
    quotas.take('bob', 0);
    quotas.take('ann', 59_000);
    quotas.take('bob', 61_000);
    expect(quotas.take('ann', 62_000).allowed).toBe(false);
  });

  it('owes no more than its quota, whatever it is said to owe', () => {
    const quotas = new Quotas({ max: 6, window });
    quotas.setDebt('ann', 5 * window, 0);
    expect(quotas.take('ann', 0)).toMatchObject({ allowed: false, reset: 60, retryAfter: 10 });
    expect(quotas.take('ann', window)).toMatchObject({ allowed: true, remaining: 5 });
  });

  it('remembers a client in a crowd, of which those that are idle by now are no part', () => {
    const quotas = new Quotas({ max: 1, window, most: 10 });
    for (let n = 0; n < 9; n += 1) quotas.take(`idle ${n}`, 0);
    quotas.take('ann', window);
    for (let n = 0; n < 15; n += 1) quotas.take(`client ${n}`, window);
    expect(quotas.take('ann', window).allowed).toBe(false);
  });

  it('holds a bounded number of clients, and forgets idle ones first', () => {
    const quotas = new Quotas({ max: 1, window, most: 10 });
    for (let n = 0; n < 1000; n += 1) quotas.take(`client ${n}`, 0);
    expect(quotas.take('client 999', 0).allowed).toBe(false);
    expect(quotas.take('client 0', 0).allowed).toBe(true);
  });
});
