import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export const s3Keys = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-S3/with+signs=' };

const region = 'eu-test-1';
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** The signature that AWS Signature Version 4 asks for, by its document, of the headers that the request names. */
export function signatureOf(
  { method, url, headers }: SignedRequest,
  { secret, scope, signed }: { secret: string; scope: string; signed: string },
): string {
  const query = [...url.searchParams]
    .map((pair) => pair.map(encode).join('='))
    .toSorted()
    .join('&');
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [
    ...[method, path.join('/'), query, lines.join(''), signed],
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const [date = '', place = '', service = '', end = ''] = scope.split('/');
  const key = [place, service, end].reduce(hmac, hmac(`AWS4${secret}`, date));
  return hmac(key, toSign).toString('hex');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** An object, and when it was put. */
export interface Stored {
  readonly body: Buffer;
  readonly at: Date;
}

/** Replies in the place of the store. */
export type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** Enough of S3 for a store of objects, with what such a store could get wrong: signatures, hashes and lengths of bodies, ranges, pages of a list. */
export async function startS3() {
  const objects = new Map<string, Stored>();
  const seen: string[] = [];
  let misbehave: Misbehaviour | null = null;
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (misbehave) return misbehave(request, response);
    void bodyOf(request).then(
      (body) => reply(objects, request, response, body),
      // Whoever was sending it has gone: nothing of it is kept.
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authority,
    objects,
    /** Method and address of every request so far. */
    seen,
    url: `http://${authority}/bucket/some/where?region=${region}`,
    /** Every request from now on; `null`: none. */
    refuse(status: number | null): void {
      misbehave =
        status === null
          ? null
          : (request, response) =>
              void request.resume().once('end', () => response.writeHead(status).end('<Error/>'));
    },
    /** Every request from now on; `null`: none. */
    misbehave(how: Misbehaviour | null): void {
      misbehave = how;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(
  objects: Map<string, Stored>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const refusal = faultOf(request, url, body);
  if (refusal !== null) return response.writeHead(refusal).end('<Error/>');
  const key = decodeURIComponent(url.pathname.slice('/bucket/'.length));
  if (url.pathname === '/bucket') return response.end(listOf(objects, url.searchParams));
  if (request.method === 'PUT') {
    objects.set(key, { body, at: new Date() });
    return response.end();
  }
  const object = objects.get(key);
  if (request.method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  return object
    ? send(response, object.body, request.headers.range)
    : response.writeHead(404).end('<Error/>');
}

function send(response: ServerResponse, body: Buffer, range: string | undefined) {
  if (range === undefined) return response.end(body);
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const [start, end] = [Number(first), Math.min(Number(last), body.length - 1)];
  if (start >= body.length) return response.writeHead(416).end('<Error/>');
  const headers = { 'content-range': `bytes ${start}-${end}/${body.length}` };
  return response.writeHead(206, headers).end(body.subarray(start, end + 1));
}

/** A status, where S3 would refuse the request. */
function faultOf(request: IncomingMessage, url: URL, body: Buffer): number | null {
  const { headers, method = '' } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/;
  const [, id, scope = '', signed = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const mustBeSigned = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (id !== s3Keys.id || !mustBeSigned.every((name) => signed.split(';').includes(name)))
    return 403;
  if (scope.split('/').slice(1).join('/') !== `${region}/s3/aws4_request`) return 400;
  const expected = signatureOf({ method, url, headers }, { secret: s3Keys.secret, scope, signed });
  if (signature !== expected) return 403;
  if (method === 'PUT' && headers['content-length'] === undefined) return 411;
  return headers['x-amz-content-sha256'] === sha256(body) ? null : 400;
}

const pageLength = 7;

function listOf(objects: ReadonlyMap<string, Stored>, query: URLSearchParams) {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token')?.slice(1) ?? '';
  const keys = [...objects.keys()]
    .toSorted()
    .filter((key) => key.startsWith(prefix) && key > after);
  const page = keys.slice(0, pageLength).map((key) => {
    const { body, at } = objects.get(key) ?? { body: Buffer.alloc(0), at: new Date(0) };
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${body.length}</Size></Contents>`;
  });
  const more = keys.length > pageLength ? keys[pageLength - 1] : null;
  const next = more ? `<NextContinuationToken>&amp;${more}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>bucket</Name><IsTruncated>${more !== null}</IsTruncated>${page.join('')}${next}</ListBucketResult>`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
