import type { CachedBody } from '../cache/cache-store.port.js';
import type { Attestations } from './provenance.js';
import type { AttestedStatus } from './status-source.port.js';

// A status in the cache is two lines of JSON: the status as the asked host attested it, in the bytes that are sent,
// and the attestations. Where an origin's words stand in for those of the host, the second line holds them as well.

const newline = 0x0a;

interface Confirmed {
  readonly attestations: Attestations;
  /** Absent where it is the first line. */
  readonly status?: unknown;
}

export function storeStatus(
  attested: AttestedStatus,
  { status, attestations }: AttestedStatus,
): CachedBody {
  const confirmed: Confirmed = { attestations, ...(status === attested.status ? {} : { status }) };
  const lines = [attested.status, confirmed].map((line) => JSON.stringify(line));
  return { about: 'status', body: Buffer.from(lines.join('\n')) };
}

// What is made of the line hangs on it, so it has to be the same object for as long as the copy is.
const firstLines = new WeakMap<Buffer, Buffer>();

/** What the asked host attested, as JSON; shares the memory of the copy. */
export function attestedJson({ body }: CachedBody): Buffer {
  const line = firstLines.get(body) ?? body.subarray(0, body.indexOf(newline));
  firstLines.set(body, line);
  return line;
}

/** The status as it is shown. */
export function confirmedStatus(copy: CachedBody): AttestedStatus {
  const attested = attestedJson(copy);
  const rest = copy.body.subarray(attested.length + 1).toString();
  const { attestations, status } = JSON.parse(rest) as Confirmed;
  return { status: status ?? JSON.parse(attested.toString()), attestations };
}
