// Objects in a bucket of S3, or of what speaks like it. Guarantees: every request is signed, with the hash of its body; what is
// read is as long as it was said to be; a reply that is none of those expected is a DependencyFault without words of the store.
import { createHash } from 'node:crypto';
import { ResponseTooLarge, type HttpClient, type HttpResponse } from '@triptych/http-client';
import { parsePage, type ListedObject } from './object-list.js';
import { malformedReply, refusedReply } from './refused-reply.js';
import type { S3Address, S3Keys } from './s3-address.js';
import { signRequest, type S3Request } from './sign-request.js';

/** A body that is sent as it is read. */
export interface StreamedObject {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Keys are made of letters, digits, `.`, `-`, `_` and `/`. */
export interface S3Bucket {
  /** Null when there is none, or one of more bytes. */
  read(key: string, maxBytes: number): Promise<Buffer | null>;
  /** The bytes from `start` up to and including `end`; null when there are not so many, or none at all. */
  readPart(key: string, start: number, end: number): Promise<Buffer | null>;
  /** As a whole or not at all, in place of what was there. */
  write(key: string, body: Buffer | StreamedObject): Promise<void>;
  /** Also what is not there. */
  remove(key: string): Promise<void>;
  /** In pages of up to a thousand, in the order of their keys. */
  list(): AsyncIterable<readonly ListedObject[]>;
}

interface Call extends Omit<S3Request, 'sha256'> {
  readonly body?: Buffer | StreamedObject;
  readonly maxBytes?: number;
}

const MiB = 1024 * 1024;
/** Milliseconds, and for each MiB of a body besides: whoever calls gives up earlier, but this frees the connection. */
const deadline = 10_000;
const deadlineOfMiB = 1_000;
const listBytes = 2 * MiB;
/** What a refusal says is no longer. */
const refusalBytes = 64 * 1024;
/** Of a list: one without an end would be asked for without an end. */
const mostPages = 100_000;
const ofNothing = createHash('sha256').digest('hex');

/** @param mostListed pages of a list, after which it is taken for one without an end */
export function createS3Bucket(
  { endpoint, bucket, prefix, region }: S3Address,
  keys: S3Keys,
  http: Pick<HttpClient, 'request'>,
  mostListed = mostPages,
): S3Bucket {
  const bucketUrl = `${endpoint}/${bucket}`;
  const urlOf = (key: string) => `${bucketUrl}/${prefix}${key}`;

  async function call({ method, url, headers, body, maxBytes }: Call): Promise<HttpResponse> {
    const sent = body && sentOf(body);
    const request = { method, url, sha256: sent?.sha256 ?? ofNothing, ...(headers && { headers }) };
    const signed = await signRequest(request, { region, keys });
    return http.request({
      ...{ url, method, accept: '*/*', follow: false },
      headers: { ...signed, ...(sent && { 'content-length': String(sent.size) }) },
      deadline: deadline + (((sent?.size ?? 0) / MiB) | 0) * deadlineOfMiB,
      ...(sent && { body: sent.bytes }),
      ...(maxBytes !== undefined && { maxBytes }),
    });
  }

  return {
    async read(key, maxBytes) {
      const most = Math.max(maxBytes, refusalBytes);
      const replied = call({ method: 'GET', url: urlOf(key), maxBytes: most });
      const reply = await replied.catch(nullIfTooLarge);
      if (reply === null || reply.status === 404) return null;
      requireStatus(reply, 200);
      return reply.body.length > maxBytes ? null : reply.body;
    },
    async readPart(key, start, end) {
      const [headers, length] = [{ range: `bytes=${start}-${end}` }, end - start + 1];
      const maxBytes = Math.max(length, refusalBytes);
      const reply = await call({ method: 'GET', url: urlOf(key), headers, maxBytes });
      if (reply.status === 404 || reply.status === 416) return null;
      requireStatus(reply, 206);
      const isWhole = reply.headers['content-range']?.startsWith(`bytes ${start}-${end}/`);
      if (reply.body.length === length && isWhole) return reply.body;
      // It ends earlier than whoever asks thinks.
      if (reply.body.length < length && !isWhole) return null;
      throw malformedReply();
    },
    async write(key, body) {
      requireStatus(await call({ method: 'PUT', url: urlOf(key), body }), 200);
    },
    async remove(key) {
      requireStatus(await call({ method: 'DELETE', url: urlOf(key) }), 200, 204, 404);
    },
    async *list() {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      for (let pages = 0; pages < mostListed; pages += 1) {
        const url = `${bucketUrl}?${query.toString()}`;
        const reply = await call({ method: 'GET', url, maxBytes: listBytes });
        requireStatus(reply, 200);
        const page = parsePage(reply.body.toString(), prefix);
        if (!page) throw malformedReply();
        yield page.objects;
        if (page.next === null) return;
        query.set('continuation-token', page.next);
      }
      throw malformedReply();
    },
  };
}

function sentOf(body: Buffer | StreamedObject) {
  if (!Buffer.isBuffer(body)) return body;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { size: body.length, sha256, bytes: body };
}

function nullIfTooLarge(error: unknown): null {
  if (error instanceof ResponseTooLarge) return null;
  throw error;
}

function requireStatus({ status }: HttpResponse, ...expected: readonly number[]): void {
  if (!expected.includes(status)) throw refusedReply(status);
}
