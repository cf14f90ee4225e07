import { problem } from '@triptych/schemas';

/** The same for a stranger's chat, a former friend's and none at all, so that it does not reveal who exists. */
export class NotInChat extends problem(
  'unauthenticated',
  'not_in_chat',
  'This is not a chat between you and a friend.',
) {}

export class InvalidText extends problem(
  'unprocessable',
  'invalid_text',
  'This text cannot be sent.',
) {
  constructor(detail: string) {
    super({ faults: [{ pointer: '/text', detail }] });
  }
}

/** As the shape of the body says it: a text or files. */
export class TextMissing extends problem(
  'unprocessable',
  'invalid_payload',
  'The body does not have the documented shape.',
  { faults: [{ pointer: '/text', detail: 'must be given' }] },
) {}

export class ClientIdReused extends problem(
  'conflict',
  'client_id_reused',
  'Another message of yours has this clientId.',
) {}

/** The same for a message that is deleted, of another chat, or none at all, so that it does not reveal which exist. */
export class NothingToReplyTo extends problem(
  'invalid',
  'nothing_to_reply_to',
  'You see no such message in this chat.',
) {}

/** The same for a message that is deleted, over, of others, or none at all, so that it does not reveal which exist. */
export class NothingToForward extends problem(
  'invalid',
  'nothing_to_forward',
  'You see no such message.',
) {}

/** The same for a file of somebody else, one that another message has taken, and none at all. */
export class NothingToAttach extends problem(
  'invalid',
  'nothing_to_attach',
  'One of these is no file of yours that can be sent.',
) {}

export class OneDirectionOnly extends problem(
  'invalid',
  'one_direction_only',
  'Give one of before, after and around.',
) {}

export class MessageNotFound extends problem(
  'not-found',
  'message_not_found',
  'There is no such message in this chat.',
) {}

export class NotYourMessage extends problem(
  'forbidden',
  'not_your_message',
  'Only who sent a message can change it.',
) {}

export class MessageDeleted extends problem(
  'conflict',
  'message_deleted',
  'This message has been deleted.',
) {}

export class ForwardedMessage extends problem(
  'conflict',
  'forwarded_message',
  'A forwarded message cannot be edited.',
) {}

export class TooLate extends problem(
  'conflict',
  'too_late',
  'This message is too old to be changed.',
) {}

export class InvalidEmoji extends problem(
  'unprocessable',
  'invalid_emoji',
  'A reaction is one emoji.',
  { faults: [{ pointer: '/emoji', detail: 'must be exactly one emoji' }] },
) {}

export class TooManyReactions extends problem(
  'conflict',
  'too_many_reactions',
  'You have no reactions left for this message.',
) {}

export class TooManyPins extends problem(
  'conflict',
  'too_many_pins',
  'This chat has no room for another pinned message.',
) {}
