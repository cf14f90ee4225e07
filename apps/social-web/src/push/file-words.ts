// What a notification says of a message of files alone. The worker has no texts of its own: a page leaves it those of the chosen
// language, of every reply that there can be.
import { deviceCache } from './device-push.js';

const wordsPath = '/file-words';

/** Of a message, at most. */
const mostFiles = 10;
/** In the place of words where none were left. */
const sign = '📎';

type Words = Readonly<Record<string, string>>;

const keyOf = (kinds: readonly string[]) => kinds.join(' ');
/** Those of several kinds are files. */
const shortened = (kinds: readonly string[]) =>
  kinds.every((kind) => kind === kinds[0]) ? kinds : kinds.map(() => 'file');

/** @param wordsOf what is said of files of these kinds */
export async function storeFileWords(
  kinds: readonly string[],
  wordsOf: (kinds: readonly string[]) => string,
): Promise<void> {
  const words: Record<string, string> = {};
  for (const kind of kinds)
    for (let count = 1; count <= mostFiles; count++) {
      const all = Array<string>(count).fill(kind);
      words[keyOf(all)] = wordsOf(all);
    }
  const cache = await caches.open(deviceCache);
  await cache.put(wordsPath, new Response(JSON.stringify(words)));
}

export async function readFileWords(kinds: readonly string[]): Promise<string> {
  const response = await caches.match(wordsPath, { cacheName: deviceCache });
  const words = ((await response?.json()) ?? {}) as Words;
  return words[keyOf(shortened(kinds))] ?? sign;
}
