import { ApiError } from '../api/client.js';
import { changeFriend, readFriends, requestFriend } from '../api/friends.js';
import type { FriendRequest, QueuedChange, RelationChange } from './queue-model.js';

/** Brings a friend action to the server. A refusal that says that an earlier try has been taken is none. */
export async function deliverFriendAction({ change, isTried }: QueuedChange): Promise<void> {
  if (change.kind !== 'relate' && change.kind !== 'request') return;
  try {
    if (change.kind === 'request') await requestFriend(change.to);
    else await changeFriend(change.action, change.id);
  } catch (error) {
    if (!(error instanceof ApiError) || !(await isTaken(change, error.code, isTried))) throw error;
  }
}

/** Requests and acceptances are refused the second time; whatever else is asked twice is done once. */
async function isTaken(
  change: RelationChange | FriendRequest,
  code: ApiError['code'],
  isTried: boolean,
): Promise<boolean> {
  // Whose request it is does not matter: there is one, or a friendship.
  if (change.kind === 'request') return isTried && code === 'already_related';
  if (change.action !== 'accept' || code !== 'no_pending_request') return false;
  const { friends } = await readFriends();
  return friends.some(({ id }) => id === change.id);
}
