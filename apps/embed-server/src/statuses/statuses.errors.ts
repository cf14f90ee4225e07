import { ServiceError } from '@triptych/errors';

export class InvalidStatusUrl extends ServiceError {
  constructor(cause?: unknown) {
    super('invalid', 'invalid_status_url', 'That is not the address of a status.', { cause });
  }
}

/** Unknown, deleted, or not for the public. */
export class StatusNotFound extends ServiceError {
  constructor() {
    super('not-found', 'status_not_found', 'There is no such status, or it is not public.');
  }
}
