import { problem } from '@triptych/schemas';

/** Also for what is another user's: an id reveals nothing. */
export class AccountNotFound extends problem(
  'not-found',
  'account_not_found',
  'You have no such linked account.',
) {}

export class LastAccount extends problem(
  'conflict',
  'last_account',
  'Without this account you could not sign in again.',
) {}

/** Also for what is another user's: an id reveals nothing. */
export class SessionNotFound extends problem(
  'not-found',
  'session_not_found',
  'You have no such session.',
) {}

export class InvalidName extends problem(
  'unprocessable',
  'invalid_name',
  'A name needs a character that can be seen.',
  { faults: [{ pointer: '/name', detail: 'must not be blank' }] },
) {}

export class InvalidHandle extends problem(
  'unprocessable',
  'invalid_handle',
  'A handle has 3 to 30 of the letters a to z, digits and single underscores, and begins with a letter.',
  { faults: [{ pointer: '/handle', detail: 'must be a handle' }] },
) {}

/** Also for reserved ones, and for those that somebody had until lately. */
export class HandleTaken extends problem(
  'conflict',
  'handle_taken',
  'This handle is not to be had.',
) {}

export class HandleChangedLately extends problem(
  'conflict',
  'handle_changed_lately',
  'You have changed your handle not long ago.',
) {}
