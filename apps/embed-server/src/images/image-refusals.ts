import { ServiceError } from '@triptych/schemas';
import type { CachedBody } from '../cache/cache-store.port.js';
import { UpstreamBroken, UpstreamBusy, upstreamErrors } from '../outbound/upstream.errors.js';
import { ImageRefused } from './images.errors.js';

// A refusal that lasts is remembered, so that the views of a post do not make a host send the same file again and again.
// It stands in the cache in place of a picture, as a body without bytes whose media type is none.

const prefix = 'refused ';
// What would be the same the next time.
const lasting = ['image_refused', 'response_too_large', 'redirect_refused', 'upstream_malformed'];

/** What the cache keeps of a failure, or `null` for one that may pass. */
export function refusalRecordOf(error: unknown): CachedBody | null {
  if (!(error instanceof ServiceError) || !lasts(error)) return null;
  return { about: prefix + error.code, body: Buffer.alloc(0) };
}

function lasts(error: ServiceError): boolean {
  if (!(error instanceof UpstreamBroken || error instanceof UpstreamBusy))
    return lasting.includes(error.code);
  // Neither a fault of the host nor a limit: those are about the moment, and not about the file.
  const { status = 500 } = error;
  return status < 500 && ![408, 425, 429].includes(status);
}

/** The error that a record stands for, or `null` for a picture. `seconds` until the host is asked again. */
export function toRefusalError({ about }: CachedBody, url: string, seconds: number) {
  if (!about.startsWith(prefix)) return null;
  const code = about.slice(prefix.length);
  const known = upstreamErrors.find((each) => each.code === code) ?? ImageRefused;
  return new ServiceError(known.kind, known.code, known.detail, {
    cause: new Error('refused within the last hour'),
    host: new URL(url).host,
    ...(known.kind === 'busy' ? { retryAfter: seconds } : {}),
  });
}
