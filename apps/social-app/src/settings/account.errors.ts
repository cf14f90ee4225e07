import { ServiceError } from '@triptych/schemas';

/** Also for what is another user's: an id tells nothing. */
export class AccountNotFound extends ServiceError {
  constructor() {
    super('not-found', 'account_not_found', 'You have no such linked account.');
  }
}

export class LastAccount extends ServiceError {
  constructor() {
    super('conflict', 'last_account', 'Without this account you could not sign in again.');
  }
}

/** Also for what is another user's: an id tells nothing. */
export class SessionNotFound extends ServiceError {
  constructor() {
    super('not-found', 'session_not_found', 'You have no such session.');
  }
}

export class InvalidName extends ServiceError {
  constructor() {
    super('unprocessable', 'invalid_name', 'A name needs a character that can be seen.', {
      faults: [{ pointer: '/name', detail: 'must not be blank' }],
    });
  }
}
