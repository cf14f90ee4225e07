import { ServiceError } from '@triptych/schemas';

export class InvalidEmail extends ServiceError {
  constructor() {
    super('unprocessable', 'invalid_email', 'This is not an e-mail address.', {
      faults: [{ pointer: '/email', detail: 'must be an e-mail address' }],
    });
  }
}

/** Also the answer to someone whom the target has blocked. */
export class PersonNotFound extends ServiceError {
  constructor() {
    super('invalid', 'person_not_found', 'Nobody here can be found by this.');
  }
}

export class CannotBefriendSelf extends ServiceError {
  constructor() {
    super('invalid', 'cannot_befriend_self', 'You cannot do this with yourself.');
  }
}

export class AlreadyRelated extends ServiceError {
  constructor() {
    super('invalid', 'already_related', 'A request or a friendship with this person exists.');
  }
}

/** Denied again and again by the same person. */
export class AskedTooOften extends ServiceError {
  constructor(waitSeconds: number) {
    super('rate-limited', 'asked_too_often', 'This person has denied your requests; wait.', {
      retryAfter: waitSeconds,
    });
  }
}

export class TooManyPending extends ServiceError {
  constructor() {
    super('invalid', 'too_many_pending', 'Too many of your requests wait for an answer.');
  }
}

export class InboxFull extends ServiceError {
  constructor() {
    super('invalid', 'inbox_full', 'Too many requests wait for this person.');
  }
}

export class NoPendingRequest extends ServiceError {
  constructor() {
    super('invalid', 'no_pending_request', 'There is no pending request from this person.');
  }
}
