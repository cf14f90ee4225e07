import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { HttpRequest, HttpResponse, SlowestBody } from './http-client.js';
import type { HttpClientError } from './http-client-error.js';
import { ResponseTooLarge, UpstreamMalformed, UpstreamTimeout } from './http-client-error.js';

/** What the client offers as `Accept-Encoding`, and all that it decodes. */
export const acceptedEncodings = 'gzip, deflate, br';

interface Bounds {
  readonly maxBytes: number;
  /** After so many bytes the rest is left; `null`: it is not. */
  readonly enough: number | null;
  /** Reading waits for it. */
  readonly beforePiece: (bytes: number) => Promise<void> | undefined;
  readonly checkStart: HttpRequest['checkStart'];
  readonly slowest: SlowestBody | undefined;
}

// Bytes that suffice to tell what a file is.
const startBytes = 4100;

/** Reads a body to its end, counting decoded bytes: a small bomb stops at the limit like a large file. */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  { maxBytes, enough, beforePiece, checkStart, slowest }: Bounds,
): Promise<Buffer> {
  // Refused at once, instead of reading up to the limit first. A false length is caught below.
  const length = Number(headers['content-length'] ?? 0);
  if (enough === null && length > maxBytes) throw tooLarge(body);
  const pieces: Buffer[] = [];
  let [size, checked] = [0, checkStart === undefined];
  const checkOnce = async () => {
    checked = true;
    await checkStart?.(Buffer.concat(pieces, size).subarray(0, startBytes));
  };
  const rate = slowest && watchRate(body, slowest);
  try {
    for await (const piece of decoded(body, headers['content-encoding']) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(body);
      rate?.arrived(piece.length);
      await beforePiece(piece.length);
      pieces.push(piece);
      if (!checked && size >= startBytes) await checkOnce();
      if (enough !== null && size >= enough) break;
      rate?.awaited();
    }
    if (!checked) await checkOnce();
  } finally {
    rate?.end();
  }
  return Buffer.concat(pieces, size);
}

/** Ends a body that is too slow. A period in which the reader was busy with a piece does not count. */
function watchRate(body: Readable, { bytes, period }: SlowestBody) {
  let [sum, isBusy, hasPassed] = [0, false, false];
  const timer = setTimeout(() => {
    if (isBusy) hasPassed = true;
    else if (sum < bytes) body.destroy(new UpstreamTimeout(new Error('the body came too slowly')));
    sum = 0;
    timer.refresh();
  }, period);
  return {
    arrived(length: number) {
      sum += length;
      isBusy = true;
    },
    awaited() {
      if (hasPassed) timer.refresh();
      [isBusy, hasPassed] = [false, false];
    },
    end: () => clearTimeout(timer),
  };
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
    throw malformed(response, new Error('the type of the reply is not JSON'));
  }
  try {
    // Some programs begin with the mark of UTF-8, which one may ignore (RFC 8259, 8.1).
    return JSON.parse(response.body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw malformed(response, cause);
  }
}

function malformed({ url }: HttpResponse, cause: unknown): UpstreamMalformed {
  const error = new UpstreamMalformed(cause);
  error.host = url.host;
  return error;
}
