import { ServiceError } from '@triptych/schemas';

/**
 * The closed set of what can go wrong; switch on it.
 *
 * - `url_refused`: the URL itself breaks a rule (protocol, port, userinfo, a literal address).
 * - `address_refused`: the name leads to an address that is not public.
 * - `redirect_refused`: a hop breaks a rule, or there were too many.
 * - `response_too_large`: the decoded body passed the limit.
 * - `upstream_timeout`: the deadline or one of the time-outs.
 * - `upstream_unreachable`: no address, no connection, or a broken one.
 * - `upstream_malformed`: an answer that cannot be decoded, or is not what was asked for.
 */
export type HttpClientErrorCode =
  | 'url_refused'
  | 'address_refused'
  | 'redirect_refused'
  | 'response_too_large'
  | 'upstream_timeout'
  | 'upstream_unreachable'
  | 'upstream_malformed';

const publicMessages: Record<HttpClientErrorCode, string> = {
  url_refused: 'That URL may not be fetched.',
  // The same words as for a dead host, so that nobody can probe names of the inside.
  address_refused: 'The other server cannot be reached.',
  redirect_refused: 'The other server redirects to where it may not.',
  response_too_large: 'The answer of the other server is too large.',
  upstream_timeout: 'The other server took too long.',
  upstream_unreachable: 'The other server cannot be reached.',
  upstream_malformed: 'The answer of the other server makes no sense.',
};

/** A call that brought no answer. `cause` holds the technical reason, for the log. */
export class HttpClientError extends ServiceError {
  override readonly name = 'HttpClientError';
  declare readonly code: HttpClientErrorCode;

  constructor(code: HttpClientErrorCode, cause?: unknown) {
    super(code === 'upstream_timeout' ? 'timeout' : 'bad-upstream', code, publicMessages[code], {
      cause,
    });
  }
}
