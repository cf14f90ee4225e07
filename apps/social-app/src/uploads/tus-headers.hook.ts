import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseBytes, parseMetadata } from './tus-headers.js';
import * as errors from './uploads.errors.js';

// What tus demands of the headers of a request, each of which a refusal names.

export const version = '1.0.0';
export const offsetType = 'application/offset+octet-stream';
const mostMetadata = 8192;
const unserved = ['upload-concat', 'upload-defer-length', 'upload-checksum'];

export function requireVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === version) return;
  void reply.header('tus-version', version);
  throw new errors.TusVersionUnknown();
}

/** Of an extension that there is not here: whoever did not ask which there are would take it for done. */
export function refuseUnserved({ headers }: FastifyRequest): void {
  const name = unserved.find((each) => each in headers);
  if (name !== undefined) throw invalid(name, 'is of an extension that this service does not have');
}

/** Of a length or an offset. */
export function requireBytes({ headers }: FastifyRequest, name: string): number {
  const bytes = parseBytes(headers[name]);
  if (bytes === null) throw invalid(name, 'must be given, as a whole number of bytes');
  return bytes;
}

/** What its sender says of the file, as it stands there; null: nothing. */
export function requireMetadata({ headers }: FastifyRequest): string | null {
  const name = 'upload-metadata';
  const metadata = String(headers[name] ?? '');
  if (metadata.length > mostMetadata || !parseMetadata(metadata))
    throw invalid(
      name,
      `must be keys with values in Base64, as tus writes them, of at most ${mostMetadata} characters`,
    );
  return metadata || null;
}

/** By which a beginning is known again; null: each is another one. */
export function readKey({ headers }: FastifyRequest): string | null {
  const name = 'idempotency-key';
  const key = headers[name];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid(name, 'must be 1 to 255 visible ASCII characters');
  return key;
}

function invalid(name: string, detail: string): Error {
  return new errors.UploadHeaderInvalid({ faults: [{ pointer: `/${name}`, detail }] });
}

export function requireOffsetType({ headers }: FastifyRequest): void {
  if (headers['content-type'] !== offsetType) throw new errors.UploadBodyUnknown();
}
