import { ServiceError, type ErrorKind } from '@triptych/schemas';
import { errors } from 'undici';

/** A call that brought no reply. `cause` holds the technical reason, for the log. */
export class HttpClientError extends ServiceError {}

/** The base class of one of them; like `problem`, with the cause alone. */
function clientProblem(kind: ErrorKind, code: string, detail: string) {
  return class extends HttpClientError {
    static readonly kind = kind;
    static readonly code = code;
    static readonly detail = detail;

    constructor(cause?: unknown) {
      super(kind, code, detail, { cause });
    }
  };
}

const unreachable = 'The other server cannot be reached.';

/** The URL itself breaks a rule: protocol, port, userinfo, a literal address. */
export class UrlRefused extends clientProblem(
  'bad-upstream',
  'url_refused',
  'That URL may not be fetched.',
) {}

/** The name leads to an address that is not public. Its text is that of a dead host: nobody can probe inner names. */
export class AddressRefused extends clientProblem('bad-upstream', 'address_refused', unreachable) {}

/** A redirect breaks a rule, or there were too many. */
export class RedirectRefused extends clientProblem(
  'bad-upstream',
  'redirect_refused',
  'The other server redirects to where it may not.',
) {}

/** The decoded body passed the limit. */
export class ResponseTooLarge extends clientProblem(
  'bad-upstream',
  'response_too_large',
  'The answer of the other server is too large.',
) {}

/** The deadline passed, or one of the timeouts. */
export class UpstreamTimeout extends clientProblem(
  'timeout',
  'upstream_timeout',
  'The other server took too long.',
) {}

/** No address, no connection, or a broken one. */
export class UpstreamUnreachable extends clientProblem(
  'bad-upstream',
  'upstream_unreachable',
  unreachable,
) {}

/** A reply that cannot be decoded, or is not what was asked for. */
export class UpstreamMalformed extends clientProblem(
  'bad-upstream',
  'upstream_malformed',
  'The answer of the other server makes no sense.',
) {}

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
    // Of the network, and of DNS.
    ['ETIMEDOUT', 'ETIMEOUT'].includes(codeOf(error)) ||
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
