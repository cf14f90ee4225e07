import { ServiceError } from '@triptych/schemas';
import { errors } from 'undici';
import { UpstreamTimeout, UpstreamUnreachable, UpstreamMalformed } from './http-client-error.js';

/** Turns what undici, DNS, TLS and zlib throw into the closed set; the caller's own errors pass. */
export function translateError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isTimeout(error)) return new UpstreamTimeout(error);
  if (isMalformed(error)) return new UpstreamMalformed(error);
  return new UpstreamUnreachable(error);
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    codeOf(error) === 'ETIMEDOUT' ||
    nameOf(error) === 'TimeoutError'
  );
}

function isMalformed(error: unknown): boolean {
  return (
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    /^(Z_|ERR_+BROTLI)/.test(codeOf(error))
  );
}

// AbortSignal.timeout() throws a DOMException, which need not be an Error of this realm.
function nameOf(error: unknown): unknown {
  return (error as { name?: unknown } | null)?.name;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
