import { ServiceError } from '@triptych/schemas';

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

export class OneDirectionOnly extends ServiceError {
  constructor() {
    super('invalid', 'one_direction_only', 'Give one of before, after and around.');
  }
}

export class MessageNotFound extends ServiceError {
  constructor() {
    super('not-found', 'message_not_found', 'There is no such message in this chat.');
  }
}

export class NotYourMessage extends ServiceError {
  constructor() {
    super('forbidden', 'not_your_message', 'Only who sent a message can change it.');
  }
}

export class MessageDeleted extends ServiceError {
  constructor() {
    super('conflict', 'message_deleted', 'This message has been deleted.');
  }
}

export class TooLate extends ServiceError {
  constructor() {
    super('conflict', 'too_late', 'This message is too old to be changed.');
  }
}

export class InvalidEmoji extends ServiceError {
  constructor() {
    super('unprocessable', 'invalid_emoji', 'A reaction is one emoji.', {
      faults: [{ pointer: '/emoji', detail: 'must be exactly one emoji' }],
    });
  }
}

export class TooManyReactions extends ServiceError {
  constructor() {
    super('conflict', 'too_many_reactions', 'You have no reactions left for this message.');
  }
}
