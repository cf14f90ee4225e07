import { ServiceError } from '@triptych/schemas';

export class InvalidStatusUrl extends ServiceError {
  constructor(cause?: unknown) {
    super('invalid', 'invalid_status_url', 'That is not the address of a status.', { cause });
  }
}

/** Its server answers only those it knows: signed requests, or people who are signed in. */
export class InstanceUnwilling extends ServiceError {
  constructor(reason: string, retryAfter: number) {
    const detail = 'The server of this post answers only servers and people that it knows.';
    super('busy', 'instance_unwilling', detail, { cause: new Error(reason), retryAfter });
  }
}

/** Unknown, deleted, or not for the public. */
export class StatusNotFound extends ServiceError {
  constructor() {
    super('not-found', 'status_not_found', 'There is no such status, or it is not public.');
  }
}
