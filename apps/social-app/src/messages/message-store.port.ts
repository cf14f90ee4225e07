import type { UserPair } from '../pairs/user-pair.js';

export interface StoredMessage {
  readonly id: string;
  readonly chatId: string;
  readonly senderId: string;
  readonly clientId: string | null;
  readonly text: string;
  /** 1, 2, 3 … in the chat, in the order in which they were stored. */
  readonly seq: number;
  readonly createdAt: Date;
}

export type NewMessage = Pick<StoredMessage, 'senderId' | 'clientId' | 'text'>;

/** Why a message was not stored. */
export type Refusal = 'not-friends' | 'client-id-reused';

export interface ChatSummary {
  readonly pair: UserPair;
  readonly person: {
    readonly id: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly image: string | null;
  };
  readonly lastMessage: StoredMessage;
  /** Messages of the other one after the last one read. */
  readonly unread: number;
  /** Up to where each has read; 0 before the first. */
  readonly readSeq: number;
  readonly readByPartnerSeq: number;
}

export interface MessageStore {
  /**
   * Stores and numbers a message while the friendship is held, with its events. The same `clientId` and content
   * again is the first message again.
   */
  send(pair: UserPair, message: NewMessage): Promise<StoredMessage | Refusal>;
  /** The newest before `before`, newest first. */
  listBefore(pair: UserPair, before: number | null, limit: number): Promise<StoredMessage[]>;
  /** Newest conversation first. */
  listChats(userId: string): Promise<ChatSummary[]>;
  /** Friends have a chat even before the first message; what was written stays when a friendship ends. */
  hasChat(pair: UserPair): Promise<boolean>;
  /** Moves the mark forward, never back; false when it was there already. */
  markRead(pair: UserPair, userId: string, seq: number): Promise<boolean>;
}
