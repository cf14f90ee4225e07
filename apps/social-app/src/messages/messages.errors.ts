import { ServiceError } from '@triptych/errors';

/** One answer for a stranger's chat, a former friend's and none at all: it tells nobody who exists. */
export class NotInChat extends ServiceError {
  constructor() {
    super('unauthenticated', 'not_in_chat', 'This is not a chat between you and a friend.');
  }
}

export class InvalidText extends ServiceError {
  constructor(detail: string) {
    super('unprocessable', 'invalid_text', 'This text cannot be sent.', {
      faults: [{ pointer: '/text', detail }],
    });
  }
}

export class ClientIdReused extends ServiceError {
  constructor() {
    super('conflict', 'client_id_reused', 'Another message of yours has this clientId.');
  }
}
