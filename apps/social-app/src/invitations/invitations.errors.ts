import { problem } from '@triptych/schemas';

/**
 * Also for a link that is used up, expired or revoked, and where one of the two blocks the other: whoever tries a link
 * learns nothing of it, nor of the person who made it.
 */
export class InvitationNotFound extends problem(
  'not-found',
  'invitation_not_found',
  'This link is not valid, or not any more.',
) {}

export class TooManyInvitations extends problem(
  'conflict',
  'too_many_invitations',
  'You have too many links that can be used; revoke one.',
) {}
