// When the first message ends of each chat that the device keeps, in a record of its own: a start reads it in the place of all chats.
import { firstEndOf } from './ended-messages.js';
import type { ChatMessages } from './messages.js';

export const endsKey = 'ends';

/** By the id of the chat, in milliseconds; chats of which nothing ends are not named. */
export type KeptEnds = Readonly<Record<string, number>>;

export function withEnds(
  before: KeptEnds | undefined,
  chats: ReadonlyMap<string, ChatMessages>,
): KeptEnds {
  const ends = endsOf(before);
  for (const [chatId, chat] of chats) {
    const first = firstEndOf(chat);
    if (first === Infinity) ends.delete(chatId);
    else ends.set(chatId, first);
  }
  return Object.fromEntries(ends);
}

export const endsOf = (kept: KeptEnds | undefined): Map<string, number> =>
  new Map(Object.entries(kept ?? {}));
