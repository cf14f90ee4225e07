import { ServiceError } from '@triptych/schemas';

/** The other server replied, but not with what was asked for. */
export class UpstreamBroken extends ServiceError {
  constructor(reason: string) {
    super('bad-upstream', 'upstream_failed', 'The other server failed.', {
      cause: new Error(reason),
    });
  }
}

/** The other server is unwilling, or limits this one. */
export class UpstreamBusy extends ServiceError {
  constructor(reason: string, retryAfter: number) {
    super('busy', 'upstream_busy', 'The other server does not want to answer now.', {
      cause: new Error(reason),
      retryAfter,
    });
  }
}

/** Too many calls are under way, to one host or to all. */
export class ServerBusy extends ServiceError {
  constructor(reason: string) {
    super('busy', 'server_busy', 'Too much is being fetched at once; try again soon.', {
      cause: new Error(reason),
      retryAfter: 1,
    });
  }
}
