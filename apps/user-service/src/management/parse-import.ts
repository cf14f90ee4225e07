import type { Fault } from '@triptych/schemas';
import { validationFaults } from '@triptych/service-host';
import { parse } from 'secure-json-parse';
import { Compile } from 'typebox/compile';
import type { UserDraft } from '../users/user.js';
import { NewUserSchema } from '../users/users.schemas.js';

/** One line without its end, counted from 1; null: it is longer than allowed. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer | null;
}

const longestLine = 64 * 1024;
const largestBatch = 1000;
const newline = 0x0a;

/**
 * The lines of a stream, in batches as they arrive: a line never waits for the next chunk. Blank lines count and are
 * left out. A line that is too long is dropped while it arrives and not collected first.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const splitter = new Splitter();
  for await (const chunk of chunks) yield* batchesOf(splitter.take(chunk));
  yield* batchesOf(splitter.end());
}

class Splitter {
  private number = 0;
  private rest: Buffer[] = [];
  private length = 0;

  take(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.collect(chunk.subarray(start, end));
      lines.push(...this.end());
      start = end + 1;
    }
    this.collect(chunk.subarray(start));
    return lines;
  }

  /** The line collected so far, unless it is blank. */
  end(): Line[] {
    const tooLong = this.length > longestLine;
    const bytes = tooLong ? null : Buffer.concat(this.rest);
    this.rest = [];
    this.length = 0;
    this.number += 1;
    return bytes !== null && isBlank(bytes) ? [] : [{ number: this.number, bytes }];
  }

  private collect(part: Buffer): void {
    this.length += part.length;
    if (this.length > longestLine) this.rest = [];
    else if (part.length > 0) this.rest.push(part);
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function* batchesOf(lines: Line[]): Generator<Line[]> {
  for (let at = 0; at < lines.length; at += largestBatch) yield lines.slice(at, at + largestBatch);
}

const newUser = Compile(NewUserSchema);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The draft of one line, read as the body of `POST /users` is; null: it is not JSON. */
export function parseDraft(bytes: Buffer): UserDraft | { faults: Fault[] } | null {
  let value: unknown;
  try {
    value = parse(utf8.decode(bytes), { protoAction: 'error', constructorAction: 'error' });
  } catch {
    return null;
  }
  return newUser.Check(value) ? value : { faults: validationFaults(newUser.Errors(value)) };
}
