import type { Message } from '../api/chats.js';
import type { Draft } from '../api/kept-drafts.js';
import type { Settings } from '../api/account.js';
import type { Typing } from '../api/presence.js';
import type { Mute } from '../api/mutes.js';
import type { ReadMark } from '../store/chat-list.js';

/** Every event of the stream that this client listens to. The server's README describes their data. */
export const eventTypes = [
  'ready',
  'reset',
  'friend_request',
  'friend_request_sent',
  'new_friend',
  'request_denied',
  'request_cancelled',
  'removed_friend',
  'blocked',
  'unblocked',
  'person_erased',
  'message',
  'message_edited',
  'message_deleted',
  'message_hidden',
  'reaction',
  'message_pinned',
  'message_unpinned',
  'read',
  'mute',
  'expiry',
  'archive',
  'unread',
  'draft',
  'settings',
  'presence_list',
  'presence',
  'presence_unknown',
  'person_changed',
  'typing',
] as const;

/** What this release hears, which one before or after may not. */
export const heardEvents = eventTypes.join(' ');

type EventType = (typeof eventTypes)[number];

export interface ChangedMessage {
  readonly chatId: string;
  readonly seq: number;
  /** Null if it was hidden meanwhile. */
  readonly message: Message | null;
}

/** Of the events whose data this client reads. */
interface EventData {
  /** A server of the release before does not say whether the chat is in the archive. */
  readonly message: ChangedMessage & { readonly archived?: boolean };
  readonly message_edited: ChangedMessage;
  readonly message_deleted: ChangedMessage;
  readonly message_hidden: { readonly chatId: string; readonly seq: number };
  readonly reaction: ChangedMessage;
  readonly message_pinned: ChangedMessage;
  readonly message_unpinned: { readonly chatId: string; readonly seq: number };
  readonly read: ReadMark;
  readonly mute: Mute;
  readonly expiry: { readonly chatId: string; readonly expirySeconds: number | null };
  readonly archive: { readonly chatId: string; readonly archived: boolean };
  readonly unread: { readonly chatId: string; readonly markedUnread: boolean };
  /** A replica of the release before names no chat. */
  readonly draft: { readonly chatId?: string; readonly draft?: Draft | null };
  readonly removed_friend: { readonly userId: string };
  readonly blocked: { readonly userId: string };
  readonly settings: { readonly settings: Settings };
  readonly presence_list: { readonly online: string[]; readonly unknown?: boolean };
  readonly presence: { readonly userId: string; readonly online: boolean };
  readonly presence_unknown: { readonly unknown: boolean };
  readonly person_changed: { readonly userId: string };
  readonly typing: Typing;
}

export type LiveEvent = {
  [Type in EventType]: {
    readonly type: Type;
    /** Empty for an ephemeral event, which is sent once and not stored. */
    readonly id: string;
    readonly data: Type extends keyof EventData ? EventData[Type] : unknown;
  };
}[EventType];
