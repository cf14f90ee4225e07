// Reading what a server sends, of which nobody knows the length before its end.
import type { LimitedSignal } from './limited-signal.js';

/** The body is longer than was allowed. */
export class TooLarge extends Error {}
/** The body is no text, or ends within a line. */
export class Unreadable extends Error {}
export class EndedWithinLine extends Error {}

/** @throws TooLarge, Unreadable, and what the connection fails with */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  for await (const chunk of chunksOf(body)) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLarge();
    text += decode(decoder, chunk);
  }
  return text + decode(decoder);
}

/**
 * The lines of a body, those of a chunk together. While it waits for a chunk the time of `limits` runs, and not while the consumer
 * works.
 *
 * @throws TooLarge, Unreadable, EndedWithinLine, and what the connection fails with
 */
export async function* readLines(
  body: ReadableStream<Uint8Array> | null,
  { limits, idleMs, maxLength }: { limits: LimitedSignal; idleMs: number; maxLength: number },
): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  limits.limit(idleMs);
  for await (const chunk of chunksOf(body)) {
    limits.limit(undefined);
    const [head = '', ...lines] = decode(decoder, chunk).split('\n');
    // Only what is new is searched: a long line may come byte by byte.
    lines.unshift(rest + head);
    rest = lines.pop() ?? '';
    if ([...lines, rest].some((line) => line.length > maxLength)) throw new TooLarge();
    if (lines.length > 0) yield lines;
    limits.limit(idleMs);
  }
  limits.limit(undefined);
  if (rest + decode(decoder) !== '') throw new EndedWithinLine();
}

/** By a reader: not every browser iterates over streams. Who stops early ends the transfer. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } finally {
    // Of a stream that failed, cancelling fails with the same.
    if (!ended) reader.cancel().catch(() => {});
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new Unreadable('The reply is not UTF-8.', { cause: error });
  }
}
