import { ServiceError } from '@triptych/errors';

/** The other server answered, but not with what was asked for. */
export class UpstreamBroken extends ServiceError {
  constructor(reason: string) {
    super('bad-upstream', 'upstream_failed', 'The other server failed.', {
      cause: new Error(reason),
    });
  }
}

/** The other server is unwilling, or limits us. */
export class UpstreamBusy extends ServiceError {
  constructor(reason: string, retryAfter: number) {
    super('busy', 'upstream_busy', 'The other server does not want to answer now.', {
      cause: new Error(reason),
      retryAfter,
    });
  }
}
