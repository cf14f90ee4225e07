import { setTimeout as pause } from 'node:timers/promises';

/** Its result, or null where it takes longer: nothing else ends a call of a page that a browser never replies to. */
export async function within<Value>(
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | null> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([work, pause(milliseconds, null, { signal })]);
  } finally {
    over.abort();
  }
}
