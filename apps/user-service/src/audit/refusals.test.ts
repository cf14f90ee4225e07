import { jest } from '@jest/globals';
import { createRefusals, most, type RefusalEntry } from './refusals.js';

/** A store that may be away. */
function audit() {
  const state = { entries: [] as RefusalEntry[], statements: 0, away: false };
  const store = {
    addRefusals: async (entries: readonly RefusalEntry[]) => {
      if (state.away) throw new Error('away');
      state.statements += 1;
      state.entries.push(...entries);
    },
  };
  return Object.assign(state, { refusals: createRefusals(store, { warn: () => {} }) });
}
const guess = (requestId: string) => ({ action: 'refused.key', key: null, requestId }) as const;
const refuse = ({ refusals }: ReturnType<typeof audit>, count: number, source: string) => {
  for (let n = 0; n < count; n += 1) refusals.note(guess(`${source}-${n}`), source);
};
const total = (entries: readonly RefusalEntry[]) =>
  entries.reduce((sum, { count }) => sum + count, 0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('refusals', () => {
  it('are written together, a second after the first', async () => {
    const log = audit();
    refuse(log, 3, 'a');
    await jest.advanceTimersByTimeAsync(900);
    expect(log.entries).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    expect(log.entries.map(({ requestId }) => requestId)).toEqual(['a-0', 'a-1', 'a-2']);
    expect(log.statements).toBe(1);
  });

  it('of one source are ten a minute, and a count of the rest; another source has its own', async () => {
    const log = audit();
    refuse(log, 1_000, 'a');
    refuse(log, 2, 'b');
    await jest.advanceTimersByTimeAsync(59_000);
    expect(log.entries).toHaveLength(most.perSource + 2);
    await jest.advanceTimersByTimeAsync(2_000);
    const rest = { action: 'refused.key', key: null, requestId: null, count: 990 };
    expect(log.entries.at(-1)).toMatchObject(rest);
    expect(total(log.entries)).toBe(1_002);
    refuse(log, 1, 'a');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(log.entries.at(-1)).toMatchObject({ requestId: 'a-0', count: 1 });
  });

  it('of a million sources do not fill the disk, and none is lost from the count', async () => {
    const log = audit();
    for (let n = 0; n < 20_000; n += 1) refuse(log, 1, `s${n}`);
    await jest.advanceTimersByTimeAsync(61_000);
    expect(log.entries).toHaveLength(most.perMinute + 1);
    expect(total(log.entries)).toBe(20_000);
  });

  it('that the database did not take are counted when it is back', async () => {
    const log = audit();
    log.away = true;
    refuse(log, 5, 'a');
    await jest.advanceTimersByTimeAsync(100_000);
    log.away = false;
    await jest.advanceTimersByTimeAsync(61_000);
    expect(log.entries).toMatchObject([{ requestId: null, count: 5 }]);
  });

  it('are written by a stop, the counts as well', async () => {
    const log = audit();
    refuse(log, 12, 'a');
    await log.refusals.close();
    expect(total(log.entries)).toBe(12);
    expect(jest.getTimerCount()).toBe(0);
  });
});
