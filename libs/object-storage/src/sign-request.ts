import { AwsV4Signer } from 'aws4fetch';
import type { S3Keys } from './s3-address.js';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  /** Hexadecimal, of the body; of nothing when there is none. */
  readonly sha256: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The headers of a request with its signature (AWS Signature Version 4) over all of them, the address and the hash of the body.
 *
 * @param at the time that the signature names; a store takes it for a quarter of an hour
 */
export async function signRequest(
  { method, url, sha256, headers }: S3Request,
  { region, keys }: { readonly region: string; readonly keys: S3Keys },
  at = new Date(),
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    service: 's3',
    region,
    allHeaders: true,
    datetime: at.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    ...keys,
  });
  return Object.fromEntries((await signer.sign()).headers);
}
