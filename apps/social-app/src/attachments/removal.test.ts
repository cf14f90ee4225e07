import { jest } from '@jest/globals';
import { removeInPortions, repeatRemoval } from './removal.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const log = { info: () => undefined, warn: () => undefined } as never;

it('a stop waits for the portion that is under way with all of its files, and for no more', async () => {
  const removed: string[] = [];
  let [drops, release] = [0, () => {}];
  const held = new Promise<void>((resolve) => (release = resolve));
  const drop = () => Promise.resolve({ objects: [`a${(drops += 1)}`, `b${drops}`], isFull: true });
  const removeFile = async (object: string) => {
    if (drops === 2) await held;
    removed.push(object);
  };
  const stop = repeatRemoval(log, 1_000, async (isOver) => {
    await removeInPortions(drop, removeFile, isOver);
  });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(removed).toEqual(['a1', 'b1']);
  const stopped = stop();
  release();
  await stopped;
  expect(removed).toEqual(['a1', 'b1', 'a2', 'b2']);
});
