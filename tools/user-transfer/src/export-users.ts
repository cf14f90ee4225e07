import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ask, BrokenOff, Refused, type Service } from './service.js';

export interface ExportOptions {
  /** Go on behind this e-mail. */
  readonly after?: string | undefined;
  readonly prefix?: string | undefined;
}

/**
 * Writes a user a line and tells how many lines came with each piece.
 *
 * @throws Refused, BrokenOff
 */
export async function exportUsers(
  service: Service,
  { after, prefix }: ExportOptions,
  target: Writable,
  tell: (lines: number) => void,
): Promise<void> {
  const query = { ...(after && { after }), ...(prefix && { email_prefix: prefix }) };
  try {
    const body = await ask(service, 'users:export', { method: 'GET', query });
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        tell(chunk.reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0));
        yield chunk;
      }
    };
    await pipeline(body, counted, target, { end: target !== process.stdout });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new BrokenOff('the export broke off; --resume goes on where it ended', { cause: error });
  }
}
