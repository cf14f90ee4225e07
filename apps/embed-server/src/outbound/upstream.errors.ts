import {
  RedirectRefused,
  ResponseTooLarge,
  UpstreamMalformed,
  UpstreamTimeout,
  UpstreamUnreachable,
  UrlRefused,
} from '@triptych/http-client';
import { problem, ServiceError } from '@triptych/schemas';
import { ServerBusy } from '../http/server-busy.errors.js';

/** The reply that an error is about. */
export interface RefusedReply {
  readonly status?: number;
  readonly host?: string;
}

/** The other server replied, but not with what was asked for. */
export class UpstreamBroken extends problem(
  'bad-upstream',
  'upstream_failed',
  'The other server failed.',
) {
  readonly status: number | undefined;

  constructor(reason: string, { status, host }: RefusedReply = {}) {
    super({ cause: new Error(reason), host });
    this.status = status;
  }
}

/** Its reply breaks a limit that no honest one comes near; of the code of any reply that makes no sense. */
export class ContentRefused extends UpstreamMalformed {
  constructor(reason: string) {
    super(new Error(reason));
  }
}

/** The other server is unwilling, or limits this one. */
export class UpstreamBusy extends problem(
  'busy',
  'upstream_busy',
  'The other server does not want to answer now.',
) {
  readonly status: number | undefined;

  constructor(reason: string, retryAfter: number, { status, host }: RefusedReply = {}) {
    super({ cause: new Error(reason), retryAfter, host });
    this.status = status;
  }
}

/** Of a look-up whose reply waits no longer; the call itself goes on. */
export class LateForReply extends UpstreamTimeout {
  constructor() {
    super(new Error('the reply did not wait for it any longer'));
    // What becomes of the call is.
    this.isLogged = true;
  }
}

/** What a call to any upstream may throw, for `config.errors` of the routes that make one. */
export const upstreamErrors = [
  UpstreamBroken,
  UpstreamBusy,
  ServerBusy,
  RedirectRefused,
  ResponseTooLarge,
  UpstreamMalformed,
  UpstreamTimeout,
  UpstreamUnreachable,
] as const;

const upstreamCodes: readonly string[] = upstreamErrors
  .filter((error) => error !== ServerBusy)
  .map(({ code }) => code);

/** Also one that is remembered; as opposed to what is said of an item, and to what this server has no time for. */
export function isOfUpstream(error: unknown): boolean {
  return error instanceof ServiceError && upstreamCodes.includes(error.code);
}

const temporaryCodes: readonly string[] = [
  UpstreamBroken,
  UpstreamBusy,
  ServerBusy,
  UpstreamTimeout,
  UpstreamUnreachable,
].map(({ code }) => code);

/** A failure that says nothing of the item: nobody replied, or not in time, or with a fault. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ServiceError && temporaryCodes.includes(error.code);
}

/** What a call to an address that an upstream named may throw besides. */
export const namedAddressErrors = [UrlRefused] as const;
