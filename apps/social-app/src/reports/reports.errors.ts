import { problem } from '@triptych/schemas';

/** Nobody, and whoever the reporter has never had to do with: one reply for both. */
export class ReportedNotFound extends problem(
  'not-found',
  'person_not_found',
  'You have had nothing to do with such a person.',
) {}

/** Also for a message of another chat: an id reveals nothing. */
export class MessageNotFound extends problem(
  'not-found',
  'message_not_found',
  'One of these is no message between you two.',
) {}
