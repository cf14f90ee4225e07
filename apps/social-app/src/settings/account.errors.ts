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
