import { problem } from '@triptych/schemas';

export class InvalidEmail extends problem(
  'unprocessable',
  'invalid_email',
  'This is neither an e-mail address nor a handle.',
  { faults: [{ pointer: '/email', detail: 'must be an e-mail address, or @ and a handle' }] },
) {}

/** Also for a requester whom the person has blocked, and while too many requests wait for the person. */
export class PersonNotFound extends problem(
  'invalid',
  'person_not_found',
  'Nobody here can be found by this.',
) {}

export class CannotBefriendSelf extends problem(
  'invalid',
  'cannot_befriend_self',
  'You cannot do this with yourself.',
) {}

export class AlreadyRelated extends problem(
  'invalid',
  'already_related',
  'A request or a friendship with this person exists.',
) {}

/** Whoever is asked for, and whether there is such a person: the reply reveals nothing of them. */
export class TooManyPending extends problem(
  'invalid',
  'too_many_pending',
  'Too many of your requests wait for an answer.',
) {}

export class NoPendingRequest extends problem(
  'invalid',
  'no_pending_request',
  'There is no pending request from this person.',
) {}
