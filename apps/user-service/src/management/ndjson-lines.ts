/** One line without its end, counted from 1; null: it was longer than is taken. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer | null;
}

const longestLine = 64 * 1024;
const largestBatch = 1000;
const newline = 0x0a;

/**
 * The lines of a stream, in batches as they come: what has arrived is not kept waiting for more. Blank lines count
 * and are left out. A line that is too long is dropped as it comes and not gathered first.
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
      this.gather(chunk.subarray(start, end));
      lines.push(...this.end());
      start = end + 1;
    }
    this.gather(chunk.subarray(start));
    return lines;
  }

  /** The line gathered so far, unless it is blank. */
  end(): Line[] {
    const tooLong = this.length > longestLine;
    const bytes = tooLong ? null : Buffer.concat(this.rest);
    this.rest = [];
    this.length = 0;
    this.number += 1;
    return bytes !== null && isBlank(bytes) ? [] : [{ number: this.number, bytes }];
  }

  private gather(part: Buffer): void {
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
