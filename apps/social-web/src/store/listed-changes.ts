// What the queue does to the list of chats: a chat as it will be once the server has what is queued.
import type { Chat, Message } from '../api/chats.js';
import type { EntryFlag } from '../api/chat-entries.js';
import type { ChatFlags } from './chat-flags.js';
import { withPin } from './chat-pins.js';
import { withoutWords } from './ended-messages.js';
import { isHeld, withChanges, type Change, type QueuedChange } from './queue-model.js';

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

interface Known {
  readonly isMuted: (chat: Chat) => boolean;
  /** Messages of a chat, as far as they are here. */
  readonly messagesOf: (chatId: string) => Iterable<Message>;
}

/**
 * The chats as they will be; the same as before, where nothing changes. What was refused changes nothing, nor does a message that
 * waits behind it.
 */
export function withListedChanges(
  chats: readonly Chat[],
  queued: readonly QueuedChange[],
  { isMuted, messagesOf }: Known,
): readonly Chat[] {
  const waiting = queued.filter((one) => one.refusal === null && !isHeld(one, queued));
  if (waiting.length === 0) return chats;
  const changed = chats.map((chat) => {
    const own = waiting.filter(({ chatId }) => chatId === chat.chatId);
    const next = own.reduce((one, { change }) => chatAfter(one, change, isMuted(one)), chat);
    return withLastMessage(next, own, messagesOf);
  });
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

/** The last message as the conversation shows it, or the one before where it is deleted for oneself. */
function withLastMessage(
  chat: Chat,
  own: readonly QueuedChange[],
  messagesOf: Known['messagesOf'],
): Chat {
  const { lastMessage } = chat;
  const changes = own.filter(({ change }) => change.kind === 'edit' || change.kind === 'delete');
  if (changes.length === 0) return chat;
  const [changed] = withChanges([lastMessage], changes, '');
  if (changed) return changed === lastMessage ? chat : { ...chat, lastMessage: changed };
  const before = [...messagesOf(chat.chatId)].filter(({ seq }) => seq < lastMessage.seq);
  const [newest] = [...withChanges(before, changes, '')].sort((a, b) => b.seq - a.seq);
  return newest ? { ...chat, lastMessage: newest } : withoutWords(chat);
}

function withFlags(chat: Chat, flags: Partial<ChatFlags>): Chat {
  const { archived = chat.archived, markedUnread = chat.markedUnread } = flags;
  const isSame = archived === chat.archived && markedUnread === chat.markedUnread;
  return isSame ? chat : { ...chat, archived, markedUnread };
}
