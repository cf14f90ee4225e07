import type { CachedBody } from '../cache/cache-store.port.js';
import type { Tellers } from './provenance.js';
import type { ToldStatus } from './status-source.port.js';

// A status in the cache is two lines of JSON: the status as the asked host told it, in the bytes that are sent, and who
// said what of it. Where an origin's words stand in for those of the host, the second line holds them as well.

const newline = 0x0a;

interface Confirmed {
  readonly tellers: Tellers;
  /** Absent where it is the first line. */
  readonly status?: unknown;
}

export function storeStatus(told: ToldStatus, { status, tellers }: ToldStatus): CachedBody {
  const confirmed: Confirmed = { tellers, ...(status === told.status ? {} : { status }) };
  const lines = [told.status, confirmed].map((line) => JSON.stringify(line));
  return { about: 'status', body: Buffer.from(lines.join('\n')) };
}

// What is made of the line hangs on it, so it has to be the same object for as long as the copy is.
const firstLines = new WeakMap<Buffer, Buffer>();

/** The JSON of the asked host; shares the memory of the copy. */
export function toldJson({ body }: CachedBody): Buffer {
  const line = firstLines.get(body) ?? body.subarray(0, body.indexOf(newline));
  firstLines.set(body, line);
  return line;
}

/** The status as it is shown. */
export function confirmedStatus(copy: CachedBody): ToldStatus {
  const told = toldJson(copy);
  const rest = copy.body.subarray(told.length + 1).toString();
  const { tellers, status } = JSON.parse(rest) as Confirmed;
  return { status: status ?? JSON.parse(told.toString()), tellers };
}
