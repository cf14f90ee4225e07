import type { Waker } from '../events/wakeups.js';
import { requireChat, requireOwn } from '../messages/chat-access.js';
import { textFault } from '../messages/message-rules.js';
import type { MessageStore } from '../messages/message-store.port.js';
import { ClientIdReused, InvalidText, NotInChat } from '../messages/messages.errors.js';
import { parseCursor, toPage, type Cursor } from '../paging/cursor.js';
import { toChatId, type UserPair } from '../people/user-ids.js';

/** A draft as its person sees it. */
export interface ShownDraft {
  readonly text: string;
  /** Null when it is no reply, and once that message is gone. */
  readonly replyTo: { readonly id: string; readonly seq: number; readonly senderId: string } | null;
  readonly clientId: string | null;
  readonly changedAt: Date;
}

export interface NewDraft {
  readonly text: string;
  /** Id of a message of the chat. */
  readonly replyTo: string | null;
  /** The name that its message will have. */
  readonly clientId: string | null;
}

export interface ListedDraft extends ShownDraft {
  readonly pair: UserPair;
  readonly partnerId: string;
}

export interface DraftChange {
  readonly changed: boolean;
  /** Number of the user's newest event by then: what events up to it say of the draft is no newer than this change. */
  readonly cursor: number;
}

export type ClearedDraft = DraftChange & {
  /** Another draft than the one that was meant is there, and stays. */
  readonly kept: boolean;
};

export type StoredDraft = DraftChange & {
  /** The message of this name is there already, and begins with this text: nothing was stored. */
  readonly sent: boolean;
};

export interface DraftStore {
  /**
   * Puts it in the place of what was there while the friendship is held, and leaves an event for the user's other devices if
   * it differs. 'client-id-reused': the message of this name is another one.
   */
  set(
    pair: UserPair,
    userId: string,
    draft: NewDraft,
  ): Promise<StoredDraft | 'not-friends' | 'client-id-reused'>;
  /**
   * The same for what is to be there no more.
   *
   * @param clientId name of the one that is meant; null: whatever is there
   */
  clear(pair: UserPair, userId: string, clientId: string | null): Promise<ClearedDraft>;
  /** Those after `after`, the one that was written last first. */
  list(userId: string, after: Cursor | null, limit: number): Promise<ListedDraft[]>;
}

export type Drafts = ReturnType<typeof createDrafts>;

export interface DraftBody {
  readonly text: string;
  readonly replyTo?: string;
  readonly clientId?: string;
}

const defaultPage = 200;

/**
 * What somebody has written in a chat and not sent, for all their devices. Nobody else learns of it; the last one to reach the
 * server counts (ADR 0088).
 */
export function createDrafts(
  store: DraftStore,
  chats: Pick<MessageStore, 'hasChat'>,
  wakeups: Waker,
) {
  return {
    async set(me: string, chatId: string, { text, replyTo, clientId }: DraftBody) {
      const fault = textFault(text);
      if (fault) throw new InvalidText(fault);
      const pair = requireOwn(me, chatId);
      const draft = { text, replyTo: replyTo?.toLowerCase() ?? null, clientId: clientId ?? null };
      const outcome = await store.set(pair, me, draft);
      if (outcome === 'not-friends') throw new NotInChat();
      if (outcome === 'client-id-reused') throw new ClientIdReused();
      if (outcome.changed) wakeups.wake([me]);
      return outcome;
    },
    async clear(me: string, chatId: string, clientId: string | null) {
      const pair = await requireChat(chats, me, chatId);
      const outcome = await store.clear(pair, me, clientId);
      if (outcome.changed) wakeups.wake([me]);
      return outcome;
    },
    async list(me: string, { cursor, limit = defaultPage }: { cursor?: string; limit?: number }) {
      const after = cursor === undefined ? null : parseCursor(cursor);
      const found = await store.list(me, after, limit + 1);
      const { items, nextCursor } = toPage(found, limit, (draft) => {
        return { at: draft.changedAt, id: draft.partnerId };
      });
      const drafts = items.map(({ pair, partnerId: _partnerId, ...draft }) => {
        return { chatId: toChatId(pair), ...draft };
      });
      return { drafts, nextCursor };
    },
  };
}
