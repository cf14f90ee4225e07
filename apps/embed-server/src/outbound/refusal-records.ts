import { ServiceError } from '@triptych/schemas';
import { UpstreamBroken, UpstreamBusy, upstreamErrors } from './upstream.errors.js';

// A refusal that lasts is remembered, so that the views of a post do not make a host send the same file again and again.
// It stands in the cache in place of the item: its type is the code, its bytes are the name of the host.

type ErrorClass = Pick<(typeof upstreamErrors)[number], 'kind' | 'code' | 'detail'>;

interface RefusalRecord {
  readonly about: string;
  readonly body: Buffer;
}

interface RefusalRules<Freshness> {
  /** For how long what would be the same the next time is remembered. */
  readonly lasting: Freshness;
  /** The same for a host that took all of its time. */
  readonly slow: Freshness;
  /** Whether a status of 4xx is about the item: of one that has another source, it may be about this server. */
  readonly withStatus?: boolean;
  /** That last, beside those of any upstream. */
  readonly errors?: readonly ErrorClass[];
}

const prefix = 'refused ';
const lastingCodes = ['response_too_large', 'redirect_refused', 'upstream_malformed'];
// Milliseconds. A call that had less time, since others of its request used it up, says nothing of the host.
const shortestTimeout = 1000;

export function createRefusals<Freshness>({
  lasting,
  slow,
  withStatus = false,
  errors = [],
}: RefusalRules<Freshness>) {
  const known: readonly ErrorClass[] = [...upstreamErrors, ...errors];
  const codes = [...lastingCodes, ...errors.map(({ code }) => code)];

  function freshnessOf(error: ServiceError, took: number): Freshness | null {
    if (error.code === 'upstream_timeout') return took < shortestTimeout ? null : slow;
    const lasts = hasStatus(error) ? withStatus && isAboutItem(error) : codes.includes(error.code);
    return lasts ? lasting : null;
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
      return new ServiceError(kind, code, detail, {
        cause: new Error('remembered from an earlier call'),
        host: body.length > 0 ? body.toString() : undefined,
        ...(kind === 'busy' ? { retryAfter: seconds } : {}),
      });
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
