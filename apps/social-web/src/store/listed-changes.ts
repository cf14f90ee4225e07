// What the queue does to the list of chats: a chat as it will be once the server has what is queued.
import type { Chat } from '../api/chats.js';
import type { EntryFlag } from '../api/chat-entries.js';
import type { ChatFlags } from './chat-flags.js';
import { withPin } from './chat-pins.js';
import { isHeld, type Change, type QueuedChange } from './queue-model.js';

export function flagsOf(change: { kind: EntryFlag; isOn: boolean }): Partial<ChatFlags> {
  return change.kind === 'archive' ? { archived: change.isOn } : { markedUnread: change.isOn };
}

/** What the server does to the flags with a change; a message takes a chat out of the archive that is not muted. */
function flagsAfter(change: Change, isMuted: boolean): Partial<ChatFlags> | null {
  switch (change.kind) {
    case 'archive':
    case 'unread':
      return flagsOf(change);
    case 'read':
      return { markedUnread: false };
    case 'send':
      return isMuted ? null : { archived: false };
    default:
      return null;
  }
}

/**
 * The chats as they will be; the same as before, where nothing changes. What was refused changes nothing, nor does a message that
 * waits behind it.
 */
export function withListedChanges(
  chats: readonly Chat[],
  queued: readonly QueuedChange[],
  isMuted: (chat: Chat) => boolean,
): readonly Chat[] {
  const waiting = queued.filter((one) => one.refusal === null && !isHeld(one, queued));
  if (waiting.length === 0) return chats;
  const changed = chats.map((chat) =>
    waiting.reduce((one, { chatId, change }) => {
      return chatId === one.chatId ? chatAfter(one, change, isMuted(one)) : one;
    }, chat),
  );
  return changed.every((chat, index) => chat === chats[index]) ? chats : changed;
}

function chatAfter(chat: Chat, change: Change, isMuted: boolean): Chat {
  if (change.kind === 'pin')
    return { ...chat, pinned: [...withPin(chat.pinned ?? [], change.seq, change.isOn)] };
  // Deleted for both, it is unpinned for both; deleted for oneself, it is not to be seen.
  if (change.kind === 'delete' && chat.pinned?.includes(change.seq))
    return { ...chat, pinned: [...withPin(chat.pinned, change.seq, false)] };
  const flags = flagsAfter(change, isMuted);
  return flags ? withFlags(chat, flags) : chat;
}

function withFlags(chat: Chat, flags: Partial<ChatFlags>): Chat {
  const { archived = chat.archived, markedUnread = chat.markedUnread } = flags;
  const isSame = archived === chat.archived && markedUnread === chat.markedUnread;
  return isSame ? chat : { ...chat, archived, markedUnread };
}
