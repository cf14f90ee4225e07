import { ResponseTooLarge, type HttpClient, type HttpResponse } from '@triptych/http-client';
import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { isObjectName } from './snapshot-names.js';
import type { S3Address } from './s3-address.js';
import type { ListedObject, SnapshotStore } from './snapshot-store.port.js';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface S3Call {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: Buffer;
  readonly maxBytes?: number;
}

/** A reply of S3 that is none of those that are expected. */
class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
  readonly code: string;

  constructor(status: number) {
    super('the store refused');
    this.code = `S3_${status}`;
  }
}

// Milliseconds: whoever calls gives up earlier, but this frees its place.
const deadline = 10_000;
const listBytes = 2 * 1024 * 1024;
// Of a list, of a thousand objects each: one without an end would be asked for without an end.
const mostPages = 1000;

/** Objects in a bucket, named by path; every request is signed (AWS Signature Version 4), with the hash of its body. */
export function createS3Store(
  { endpoint, bucket, prefix, region }: S3Address,
  keys: S3Keys,
  http: HttpClient,
): SnapshotStore {
  const bucketUrl = `${endpoint}/${bucket}`;
  const urlOf = (name: string) => `${bucketUrl}/${prefix}${name}`;

  async function call({ method, url, body, maxBytes }: S3Call): Promise<HttpResponse> {
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { 'x-amz-content-sha256': sha256(body ?? '') },
      service: 's3',
      region,
      ...keys,
    });
    const { url: signed, headers } = await signer.sign();
    return http.request({
      url: signed,
      method,
      accept: '*/*',
      headers: Object.fromEntries(headers),
      follow: false,
      deadline,
      ...(body && { body }),
      ...(maxBytes !== undefined && { maxBytes }),
    });
  }

  async function listPage(after: string | null) {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (after !== null) query.set('continuation-token', after);
    const reply = await call({ method: 'GET', url: `${bucketUrl}?${query}`, maxBytes: listBytes });
    requireStatus(reply, 200);
    return parsePage(reply.body.toString(), prefix);
  }

  return {
    read: async (name, maxBytes) => {
      const reply = await call({ method: 'GET', url: urlOf(name), maxBytes }).catch(nullIfTooLarge);
      if (reply === null || reply.status === 404) return null;
      requireStatus(reply, 200);
      return reply.body;
    },
    write: async (name, body) => {
      requireStatus(await call({ method: 'PUT', url: urlOf(name), body }), 200);
    },
    remove: async (name) => {
      requireStatus(await call({ method: 'DELETE', url: urlOf(name) }), 200, 204, 404);
    },
    list: async () => {
      const listed: ListedObject[] = [];
      let after: string | null = null;
      for (let pages = 0; pages < mostPages; pages += 1) {
        const page = await listPage(after);
        listed.push(...page.objects);
        after = page.next;
        if (after === null) return listed;
      }
      throw new UnexpectedReply(200);
    },
  };
}

function nullIfTooLarge(error: unknown): null {
  if (error instanceof ResponseTooLarge) return null;
  throw error;
}

function requireStatus({ status }: HttpResponse, ...expected: readonly number[]): void {
  if (!expected.includes(status)) throw new UnexpectedReply(status);
}

/** Of `ListObjectsV2`. The names that count hold no letter that XML writes in another way. */
function parsePage(xml: string, prefix: string) {
  const valueOf = (name: string, part: string) => part.split(`<${name}>`)[1]?.split('<')[0] ?? '';
  const [head = '', ...items] = xml.split('<Contents>');
  const rest = [head, ...items].map((part) => part.split('</Contents>').at(-1)).join('');
  const objects = items.flatMap((item): ListedObject[] => {
    const key = valueOf('Key', item);
    const name = key.slice(prefix.length);
    if (!key.startsWith(prefix) || !isObjectName(name)) return [];
    const storedAt = Date.parse(valueOf('LastModified', item)) || 0;
    return [{ name, bytes: Number(valueOf('Size', item)) || 0, storedAt }];
  });
  return { objects, next: valueOf('NextContinuationToken', rest).replaceAll('&amp;', '&') || null };
}

function sha256(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('hex');
}
