import { ServiceError } from '@triptych/schemas';
import { UpstreamBroken, UpstreamBusy, upstreamErrors } from './upstream.errors.js';

// Failures of a host are remembered, so that the views of a post do not make it send the same again and again. A record
// stands in the cache in place of the item: its type is the code, its bytes are the name of the host.
//
//   a call                                                 is remembered
//   brought what would be the same the next time           for long, as `lasting`
//   was refused: 401, 403, 429, 503                        for as long as the host says, or a minute
//   took all of its time                                   as `slow`
//   failed by another status, or reached nobody            as `failed`
//   was not made, or was ended, by this server             not at all

type ErrorClass = Pick<(typeof upstreamErrors)[number], 'kind' | 'code' | 'detail'>;

interface RefusalRecord {
  readonly about: string;
  readonly body: Buffer;
}

interface RefusalRules<Freshness> {
  readonly lasting: Freshness;
  readonly slow: Freshness;
  readonly failed: Freshness;
  readonly unwilling: (seconds: number) => Freshness;
  /** Whether a status of 4xx is about the item, and lasts: of one that has another source, it may be about this server. */
  readonly withStatus?: boolean;
  /** Beside those of any upstream: what lasts, and of the kind `busy` what an unwilling host makes of a call. */
  readonly errors?: readonly ErrorClass[];
}

const prefix = 'refused ';
const lastingCodes = ['response_too_large', 'redirect_refused', 'upstream_malformed'];
// Milliseconds. A call that had less time, since others of its request used it up, says nothing of the host.
const shortestTimeout = 1000;
// Seconds.
const leastPause = 10;

export function createRefusals<Freshness>(rules: RefusalRules<Freshness>) {
  const { lasting, slow, failed, unwilling, withStatus = false, errors = [] } = rules;
  const known: readonly ErrorClass[] = [...upstreamErrors, ...errors];
  const codes = [...lastingCodes, ...errors.map(({ code }) => code)];

  function freshnessOf(error: ServiceError, took: number): Freshness | null {
    if (error.code === 'upstream_timeout') return took < shortestTimeout ? null : slow;
    if (error.code === 'upstream_unreachable') return failed;
    if (hasStatus(error)) return freshnessOfStatus(error);
    if (!codes.includes(error.code)) return null;
    return error.kind === 'busy' ? unwilling(error.retryAfter ?? leastPause) : lasting;
  }

  function freshnessOfStatus(error: UpstreamBroken | UpstreamBusy): Freshness | null {
    const isBusy = error instanceof UpstreamBusy;
    // Without a status it is this server that spares the host.
    if (isBusy && error.status === undefined) return null;
    if (withStatus && isAboutItem(error)) return lasting;
    return isBusy ? unwilling(error.retryAfter ?? leastPause) : failed;
  }

  return {
    /** What the cache keeps of a failure, or `null` for one that may pass. `took`: milliseconds until it came. */
    recordOf: (error: unknown, took: number) => {
      const kept = error instanceof ServiceError ? freshnessOf(error, took) : null;
      if (kept === null || !(error instanceof ServiceError)) return null;
      const record = { about: prefix + error.code, body: Buffer.from(error.host ?? '') };
      return { record, freshness: kept };
    },
    /** The error that a record stands for, or `null` for an item. `seconds` until the host is asked again. */
    errorOf: ({ about, body }: RefusalRecord, seconds: number) => {
      if (!about.startsWith(prefix)) return null;
      const code = about.slice(prefix.length);
      const { kind, detail } = known.find((each) => each.code === code) ?? UpstreamBroken;
      const error = new ServiceError(kind, code, detail, {
        cause: new Error('remembered from an earlier call'),
        host: body.length > 0 ? body.toString() : undefined,
        ...(kind === 'busy' ? { retryAfter: seconds } : {}),
      });
      // When it happened.
      error.isLogged = true;
      return error;
    },
  };
}

function hasStatus(error: ServiceError): error is UpstreamBroken | UpstreamBusy {
  return error instanceof UpstreamBroken || error instanceof UpstreamBusy;
}

/** Neither a fault of the host nor a limit: those are about the moment. */
function isAboutItem({ status = 500 }: UpstreamBroken | UpstreamBusy): boolean {
  return status < 500 && ![408, 425, 429].includes(status);
}
