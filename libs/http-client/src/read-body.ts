import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { HttpResponse } from './http-client.js';
import type { HttpClientError } from './http-client-error.js';
import { ResponseTooLarge, UpstreamMalformed } from './http-client-error.js';

/** What the client offers as `Accept-Encoding`, and all that it decodes. */
export const acceptedEncodings = 'gzip, deflate, br';

interface Bounds {
  readonly maxBytes: number;
  /** Reading waits for it. */
  readonly beforePiece: (bytes: number) => Promise<void> | undefined;
}

/** Reads a body to its end, counting decoded bytes: a small bomb stops at the limit like a large file. */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  { maxBytes, beforePiece }: Bounds,
): Promise<Buffer> {
  // Refused at once, instead of reading up to the limit first. A false length is caught below.
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(body);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of decoded(body, headers['content-encoding']) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(body);
    await beforePiece(piece.length);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** Lets go of a body that nobody will read. The connection ends with it. */
export function discardBody(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}

function tooLarge(body: Readable): HttpClientError {
  discardBody(body);
  return new ResponseTooLarge();
}

function decoded(body: Readable, encoding: string | undefined): Readable {
  const decoder = decoderFor(body, encoding);
  if (decoder === null) return body;
  // pipeline() passes errors on in both directions; the reader of the decoder sees them.
  return pipeline(body, decoder, () => undefined);
}

function decoderFor(body: Readable, encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      // Also stacked encodings ("gzip, gzip"): no honest server sends them, a bomb may.
      discardBody(body);
      throw new UpstreamMalformed(new Error('unknown content encoding'));
  }
}

const jsonType = /^(application|text)\/([\w.-]+\+)?json\b/i;

/** The parsed body of a reply whose type is JSON; not validated. Throws `UpstreamMalformed` for any other. */
export function readJson(response: HttpResponse): unknown {
  if (!jsonType.test(response.headers['content-type'] ?? '')) {
    throw new UpstreamMalformed(new Error('the type of the reply is not JSON'));
  }
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch (cause) {
    throw new UpstreamMalformed(cause);
  }
}
