/** Why there is no embed; the list is closed, whatever a newer server replies. */
export type EmbedErrorCode =
  /** There is no such post, it is not public, or the server knows nothing of the address. */
  | 'not_found'
  /** Its author wants it to be seen by people who are signed in alone. */
  | 'withheld'
  /** The server takes no such request. */
  | 'refused'
  /** The server has no token for the provider of this address. */
  | 'not_supported'
  /** Too much is asked at once; `retryAfterSeconds` may say for how long. */
  | 'busy'
  /** The network of the post failed, or took too long. */
  | 'upstream_failed'
  | 'service_failed'
  /** There was no reply. */
  | 'unreachable'
  | 'timeout'
  /** The reply is none of an embed server. */
  | 'invalid_reply';

export interface EmbedErrorFacts {
  /** Of the reply. */
  readonly status?: number;
  /** The server's own, finer code. */
  readonly problem?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** What `fetchEmbed` fails with, but for an abort by the caller, which is the reason of the caller's signal. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  readonly code: EmbedErrorCode;
  readonly status: number | undefined;
  readonly problem: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: EmbedErrorCode, facts: EmbedErrorFacts = {}) {
    const said = [code, facts.status, facts.problem].filter((part) => part !== undefined);
    super(said.join(' · '), 'cause' in facts ? { cause: facts.cause } : undefined);
    this.code = code;
    this.status = facts.status;
    this.problem = facts.problem;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** Whether what failed may go better later, so that an older copy can stand in meanwhile. */
export function mayPass({ code }: EmbedError): boolean {
  const passing: readonly EmbedErrorCode[] = [
    ...(['busy', 'upstream_failed', 'service_failed'] as const),
    ...(['unreachable', 'timeout', 'invalid_reply'] as const),
  ];
  return passing.includes(code);
}

/** The code of a reply with this status. */
export function codeOf(status: number): EmbedErrorCode {
  const codes: Readonly<Record<number, EmbedErrorCode>> = {
    403: 'withheld',
    404: 'not_found',
    429: 'busy',
    501: 'not_supported',
    502: 'upstream_failed',
    503: 'busy',
    504: 'upstream_failed',
  };
  // Of status 0 is what a browser tells of a redirect.
  if (status < 400) return 'invalid_reply';
  return codes[status] ?? (status < 500 ? 'refused' : 'service_failed');
}
