import { problem } from '@triptych/schemas';

export class InvalidUser extends problem(
  'invalid',
  'invalid_payload',
  'The body does not describe a user.',
) {}

export class EmailTaken extends problem(
  'conflict',
  'email_taken',
  'A user with this Email already exists.',
) {}

export class UserNotFound extends problem(
  'not-found',
  'user_not_found',
  'No user has this e-mail.',
) {}

export class InvalidIdempotencyKey extends problem(
  'invalid',
  'invalid_idempotency_key',
  'Idempotency-Key must be 1 to 255 visible ASCII characters.',
) {}

export class IdempotencyKeyReused extends problem(
  'unprocessable',
  'idempotency_key_reused',
  'This Idempotency-Key was used for another registration.',
) {}
