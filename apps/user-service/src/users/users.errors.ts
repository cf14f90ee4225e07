import { type Fault, ServiceError } from '@triptych/schemas';

/** What this feature adds to the closed set of problem codes. */
export const userProblemCodes = [
  'email_taken',
  'user_not_found',
  'invalid_idempotency_key',
  'idempotency_key_reused',
];

export class InvalidUser extends ServiceError {
  constructor(faults: readonly Fault[]) {
    super('invalid', 'invalid_payload', 'The body does not describe a user.', { faults });
  }
}

export class EmailTaken extends ServiceError {
  constructor() {
    super('conflict', 'email_taken', 'A user with this Email already exists.');
  }
}

export class UserNotFound extends ServiceError {
  constructor() {
    super('not-found', 'user_not_found', 'No user has this e-mail.');
  }
}

export class InvalidIdempotencyKey extends ServiceError {
  constructor() {
    super(
      'invalid',
      'invalid_idempotency_key',
      'Idempotency-Key must be 1 to 255 visible ASCII characters.',
    );
  }
}

export class IdempotencyKeyReused extends ServiceError {
  constructor() {
    super(
      'unprocessable',
      'idempotency_key_reused',
      'This Idempotency-Key was used for another registration.',
    );
  }
}
