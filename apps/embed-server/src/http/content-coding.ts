import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import type { PreparedReply } from './prepared-reply.js';

export type ContentCoding = 'br' | 'gzip';

/** The same reply in a coding; at once where it is known, and otherwise in a turn of the event loop that has time for it. */
export type EncodeReply = (
  prepared: PreparedReply,
  coding: ContentCoding,
) => PreparedReply | Promise<PreparedReply>;

/** Bytes; with fewer a reply takes one packet either way. */
const fewest = 1024;

const compress: Readonly<Record<ContentCoding, (body: Buffer) => Buffer>> = {
  // Higher levels take several times as long for a few more percent.
  br: (body) =>
    brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => gzipSync(body, { level: 6 }),
};

/** Whether the reply has a coding at all, so that it depends on `Accept-Encoding`. */
export function isEncodable({ isText, body }: PreparedReply): boolean {
  return isText && body.length >= fewest;
}

/** Each coding of a reply is made once for as long as `memoise` keeps it. */
export function encodeOnce(
  memoise: (copy: object, variant: string, make: () => PreparedReply) => ReturnType<EncodeReply>,
): EncodeReply {
  return (prepared, coding) => memoise(prepared, coding, () => encodeReply(prepared, coding));
}

/** With a strong tag of its own: its bytes are others (RFC 9110, 8.8.3.3). */
function encodeReply(prepared: PreparedReply, coding: ContentCoding): PreparedReply {
  const body = compress[coding](prepared.body);
  if (body.length >= prepared.body.length) return prepared;
  const etag = `${prepared.etag.slice(0, -1)}-${coding}"`;
  const headers = { ...prepared.headers, etag, 'content-encoding': coding };
  return { ...prepared, body, etag, headers, bytes: body.length + 1024 };
}

/** What a client prefers (RFC 9110, 12.5.3), Brotli among equals; `null`: the bytes as they are. */
export function preferredCoding(header: string | undefined): ContentCoding | null {
  if (header === undefined || header === '') return null;
  // The option is newer than the types.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as Preferring;
  const preferred = ['br', 'gzip'];
  const [first] = negotiator.encodings([...preferred, 'identity'], { preferred });
  return first === 'br' || first === 'gzip' ? first : null;
}

interface Preferring {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}
