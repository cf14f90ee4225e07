import type { SignedInUser } from './signed-in-user.js';
import type { TestApp } from './test-app.js';

type Asked = readonly [user: SignedInUser, chatId: string];

/** Somebody, and the id of a chat that is not theirs: of two others, of a former friend with whom nothing was written, of none. */
export async function chatsOfOthers(world: TestApp): Promise<readonly [Asked, ...Asked[]]> {
  const { alice, bob, chatId } = await world.joinFriends();
  const stranger = await world.join();
  await world.delete(bob, `/api/friends/${alice.id}`);
  return [
    [stranger, chatId],
    [alice, chatId],
    [alice, [alice.id, stranger.id].sort().join('--')],
    [alice, `${alice.id}--${alice.id}`],
    [alice, 'x'],
  ];
}
