import { jest } from '@jest/globals';
import { createHeavyWorks, type HeavyWorks } from './heavy-work.js';

/** Work that lasts until it is told to end. */
function held() {
  let end = () => {};
  const work = () => new Promise<string>((resolve) => (end = () => resolve('done')));
  return { work, end: () => end() };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('one person has one place, whatever they ask for; one more waits, the third comes again later', async () => {
  const works = createHeavyWorks({ most: 2, patienceMs: 10_000 });
  const [first, second] = [held(), held()];
  const running = works.run('busy', first.work);
  await nextTurn();
  const waiting = works.run('busy', second.work);
  await expect(works.run('busy', async () => 'third')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: 10,
  });
  expect(await works.run('other', async () => 'at once')).toBe('at once');
  first.end();
  expect(await running).toBe('done');
  await nextTurn();
  second.end();
  expect(await waiting).toBe('done');
});

it('all people together have so many places; who waits too long comes again later', async () => {
  const works = createHeavyWorks({ most: 2, patienceMs: 20 });
  const holders = [held(), held()];
  const running = holders.map(({ work }, n) => works.run(`person ${n}`, work));
  await nextTurn();
  await expect(works.run('late', async () => 'x')).rejects.toMatchObject({ code: 'rate_limited' });
  holders.forEach(({ end }) => end());
  expect(await Promise.all(running)).toEqual(['done', 'done']);
  expect(await works.run('late', async () => 'now')).toBe('now');
});

it('what has begun needs a place for each step, and gives it back in between', async () => {
  const works = createHeavyWorks({ most: 1, patienceMs: 10_000 });
  const { run, end } = await works.begin('exporting');
  expect(await run(async () => 1)).toBe(1);
  expect(await works.run('other', async () => 'between')).toBe('between');
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run(async () => 2)).toBe(2);
  const waiting = works.run('exporting', async () => 'after');
  end();
  end();
  expect(await waiting).toBe('after');
});

describe('the place of work that is done', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
  afterEach(() => void jest.useRealTimers());

  /** Whether the next work began right after one of 100 ms, and after three times that. */
  async function nextBegins(meanwhile: (works: HeavyWorks) => void) {
    const works = createHeavyWorks({ most: 1, patienceMs: 10_000 });
    const first = held();
    let began = false;
    works.arrived();
    const running = works.run('first', first.work);
    works.arrived();
    const waiting = works.run('second', async () => void (began = true));
    await nextTurn();
    meanwhile(works);
    jest.advanceTimersByTime(100);
    first.end();
    await running;
    await nextTurn();
    const atOnce = began;
    jest.advanceTimersByTime(299);
    await nextTurn();
    const early = began;
    jest.advanceTimersByTime(2);
    await waiting;
    return { atOnce, early };
  }

  it('rests three times as long as the work took, when others asked for something meanwhile', async () => {
    expect(await nextBegins((works) => works.arrived())).toEqual({ atOnce: false, early: false });
  });

  it('is free at once when nobody did, or only for heavy work', async () => {
    expect(await nextBegins(() => {})).toEqual({ atOnce: true, early: true });
    const third = (works: HeavyWorks) => {
      works.arrived();
      void works.run('third', async () => {});
    };
    expect(await nextBegins(third)).toEqual({ atOnce: true, early: true });
  });
});
