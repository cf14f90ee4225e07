import type { Attachment, AttachmentKind } from '../attachments/attachment.js';
import type { Cursor } from '../paging/cursor.js';
import type { User } from '../people/account-store.port.js';
import type { UserPair } from '../people/user-ids.js';

export interface Reaction {
  readonly userId: string;
  readonly emoji: string;
}

/** What a reply shows of the message that it replies to, as it is by now. */
export interface Quote {
  readonly id: string;
  readonly seq: number;
  /** Null once that message is gone. */
  readonly senderId: string | null;
  /** Its beginning; empty once it is deleted, or not to be seen any more. */
  readonly text: string;
  /** Set once deleted for both. */
  readonly deletedAt: Date | null;
  /** Kinds of its files; null when it never had one, or not to be seen any more. */
  readonly attachments: readonly AttachmentKind[] | null;
}

/** With those of the two who have deleted the quoted message for themselves. */
export type StoredQuote = Quote & { readonly hiddenFor: readonly string[] };

export interface StoredMessage {
  readonly id: string;
  readonly chatId: string;
  readonly senderId: string;
  readonly clientId: string | null;
  /** As it stands; empty once deleted. */
  readonly text: string;
  /** 1, 2, 3 … in the chat, in the order in which they were stored. */
  readonly seq: number;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  /** Set once deleted for both. */
  readonly deletedAt: Date | null;
  /** From then on nobody sees it; null: it stays. */
  readonly expiresAt: Date | null;
  /** A copy of another message, and not deleted. */
  readonly forwarded: boolean;
  /** In their order, without those that are gone; null when it never had one, and once it is deleted. */
  readonly attachments: readonly Attachment[] | null;
  readonly reactions: Reaction[];
  /** Null when it is no reply, and once it is deleted. */
  readonly replyTo: StoredQuote | null;
}

export interface NewMessage extends Pick<StoredMessage, 'senderId' | 'clientId'> {
  /** Null: that of the message that is forwarded. */
  readonly text: string | null;
  /** Id of a message of the same chat. */
  readonly replyTo: string | null;
  /** Id of a message that the sender sees, in any chat; null: there is a text. */
  readonly forward: string | null;
  /** Ids of the sender's files that no message has taken. */
  readonly attachments: readonly string[];
}

/**
 * Why a message was not stored; 'nothing-to-reply-to': the sender sees no such message in the chat, 'nothing-to-forward': in
 * no chat; 'nothing-to-attach': one of the files is not the sender's, is sent already, or gone.
 */
export type Refusal =
  | 'not-friends'
  | 'client-id-reused'
  | 'nothing-to-reply-to'
  | 'nothing-to-forward'
  | 'nothing-to-attach';

export interface ChatSummary {
  readonly pair: UserPair;
  readonly person: User;
  readonly lastMessage: StoredMessage;
  /** Its place in the list. */
  readonly listedAt: Date;
  /** Messages of the other one after the last one read, without those deleted. */
  readonly unread: number;
  /** Up to where oneself has read, and the other one as far as they show it; 0 before the first. */
  readonly readSeq: number;
  readonly readByPartnerSeq: number;
  /** Of oneself; null: it is not muted. */
  readonly mutedUntil: Date | null;
  /** How long messages are kept that are sent from now on; null: for good. */
  readonly expirySeconds: number | null;
  /** By oneself: put away, and to be read again. */
  readonly archived: boolean;
  readonly markedUnread: boolean;
  /** Numbers of the messages that the two have pinned, without those that oneself has hidden; the newest pin last. */
  readonly pinned: readonly number[];
}

/** Part of a chat: the messages before or after a number. */
export interface MessageRange {
  readonly from: number | null;
  readonly direction: 'older' | 'newer';
  readonly limit: number;
}

export interface MessageStore {
  /**
   * Stores and numbers a message while the friendship is locked, with its events. The same `clientId`, content and
   * `replyTo` again returns the message that was stored first, as it is by now. What is forwarded is copied as it is when it is
   * stored.
   */
  send(pair: UserPair, message: NewMessage): Promise<StoredMessage | Refusal>;
  /** Without those that `userId` has hidden; those nearest to `from` first, which is not among them. */
  list(pair: UserPair, userId: string, range: MessageRange): Promise<StoredMessage[]>;
  /** Pinned messages that `userId` has not hidden, the newest pin last. */
  listPinned(pair: UserPair, userId: string): Promise<StoredMessage[]>;
  /**
   * The conversations after `after`, the one with the newest message first; null: from the newest on. Those with
   * nothing left to see are left out.
   */
  listChats(userId: string, after: Cursor | null, limit: number): Promise<ChatSummary[]>;
  areFriends(pair: UserPair): Promise<boolean>;
  /** Friends have a chat even before the first message; what was written stays when a friendship ends. */
  hasChat(pair: UserPair): Promise<boolean>;
  /**
   * Moves the mark forward, never back, and ends that the chat is marked as unread; false when neither was to be done. The
   * partner is notified of the mark while the two are friends and the reader shows it.
   */
  markRead(pair: UserPair, userId: string, seq: number): Promise<boolean>;
}
