// How times and days were written, kept for the next start: the first format that a browser makes takes it as long as drawing a
// screenful of messages. What is not there yet is written by a format, and kept.
import {
  deviceStorage,
  readJson,
  writtenTimesKey,
  type DeviceStorage,
} from '../api/device-storage.js';

interface Kept {
  /** Another version of a browser may write them otherwise. */
  readonly by: string;
  readonly texts: Readonly<Record<string, unknown>>;
}

/** Several screens of messages, days and chats. */
const most = 400;
const keptAfterMs = 1_000;

/** Returns a function that returns what `write` returns, or has returned before under this key: all that the text depends on. */
export function writtenTimes(storage: DeviceStorage, browser: () => string) {
  let known: Map<string, string> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): Map<string, string> {
    const kept = readJson<Partial<Kept>>(storage.getItem(writtenTimesKey));
    const texts = kept?.by === browser() ? Object.entries(kept.texts ?? {}) : [];
    return new Map(texts.filter((one): one is [string, string] => typeof one[1] === 'string'));
  }

  function keep(): void {
    timer = undefined;
    const texts = Object.fromEntries([...(known ?? [])].slice(-most));
    // Once somebody has signed out, nothing of what they have seen is left.
    if (storage.getItem('owner') === null) return;
    storage.setItem(writtenTimesKey, JSON.stringify({ by: browser(), texts } satisfies Kept));
  }

  return (key: string, write: () => string): string => {
    known ??= read();
    const before = known.get(key);
    if (before !== undefined) return before;
    const text = write();
    known.set(key, text);
    timer ??= setTimeout(keep, keptAfterMs);
    return text;
  };
}

export const written = writtenTimes(deviceStorage, () => navigator.userAgent);
