import type { Account } from '../settings/account.js';
import { relationStates, toCursor, toFriend, toListed } from '../friends/friend-list-mapping.js';
import type { Relation, RelationStore } from '../friends/relation-store.port.js';
import type { Caller } from '../sessions/sessions.js';
import type { HandleStore } from '../people/handle-store.port.js';
import type { InvitationStore } from '../invitations/invitation-store.port.js';
import type { SettingsStore } from '../settings/settings.js';

/**
 * What is stored of someone beside the account page, a page at a time: nobody's data is held in memory whole. Rows have
 * the members that the API document names.
 */
export interface ExportSource {
  chatsAfter(userId: string, chatId: string, limit: number): Promise<{ readonly chatId: string }[]>;
  /** Only what the user wrote. */
  messagesAfter(
    userId: string,
    chatId: string,
    seq: number,
    limit: number,
  ): Promise<{ readonly seq: number }[]>;
  /** The user's own. */
  reactionsAfter(userId: string, last: MessageKey, limit: number): Promise<MessageKey[]>;
  /** Whom the user has denied. */
  denialsAfter(
    userId: string,
    personId: string | null,
    limit: number,
  ): Promise<{ readonly personId: string }[]>;
  /** The log as it is stored, without what it refers to. */
  eventsAfter(userId: string, seq: number, limit: number): Promise<{ readonly seq: number }[]>;
  reportsAfter(
    userId: string,
    reportId: string | null,
    limit: number,
  ): Promise<{ readonly id: string }[]>;
}

/** Where a message stands. */
export interface MessageKey {
  readonly chatId: string;
  readonly seq: number;
}

export interface ExportParts {
  readonly account: Pick<Account, 'show'>;
  readonly relations: Pick<RelationStore, 'listAfter'>;
  readonly settings: Pick<SettingsStore, 'read'>;
  readonly source: ExportSource;
  readonly handles: Pick<HandleStore, 'listFormer'>;
  readonly invitations: Pick<InvitationStore, 'list'>;
}

export type ExportOf = ReturnType<typeof createExport>;

const pageSize = 500;

/** Before every chat's. */
const firstId = '';

/** Everything stored about someone as one JSON document, in pieces. It holds no secret and no word of others. */
export function createExport(parts: ExportParts) {
  const { account, relations, settings, source, handles, invitations } = parts;
  /** `sent` follows the members of the chat. */
  async function* writeChat(userId: string, chat: { readonly chatId: string }) {
    yield `${JSON.stringify(chat).slice(0, -1)},"sent":`;
    yield* jsonArray((last: { seq: number } | null, limit) =>
      source.messagesAfter(userId, chat.chatId, last?.seq ?? 0, limit),
    );
    yield '}';
  }

  return async function* exportOf(caller: Caller): AsyncGenerator<string, void> {
    const { userId } = caller;
    const page = await account.show(caller);
    yield `{"exportedAt":${JSON.stringify(new Date())}`;
    for (const [name, value] of Object.entries(page)) yield `,\n"${name}":${JSON.stringify(value)}`;
    yield `,\n"settings":${JSON.stringify(await settings.read(userId))}`;
    // Few: all of them at once.
    yield `,\n"formerHandles":${JSON.stringify(await handles.listFormer(userId))}`;
    yield `,\n"invitations":${JSON.stringify(await invitations.list(userId))}`;
    for (const state of relationStates) {
      yield `,\n"${state}":`;
      const toItem = state === 'friends' ? toFriend : toListed;
      yield* jsonArray(
        (last: Relation | null, limit) =>
          relations.listAfter(userId, state, last && toCursor(last), limit),
        (relation) => [JSON.stringify(toItem(relation))],
      );
    }
    yield ',\n"chats":';
    yield* jsonArray(
      (last: { chatId: string } | null, limit) =>
        source.chatsAfter(userId, last?.chatId ?? firstId, limit),
      (chat) => writeChat(userId, chat),
    );
    yield* writeRest(source, userId);
    yield '}\n';
  };
}

async function* writeRest(source: ExportSource, userId: string): AsyncGenerator<string, void> {
  yield ',\n"reactions":';
  yield* jsonArray((last: MessageKey | null, limit) =>
    source.reactionsAfter(userId, last ?? { chatId: firstId, seq: 0 }, limit),
  );
  yield ',\n"denials":';
  yield* jsonArray((last: { personId: string } | null, limit) =>
    source.denialsAfter(userId, last?.personId ?? null, limit),
  );
  yield ',\n"events":';
  yield* jsonArray((last: { seq: number } | null, limit) =>
    source.eventsAfter(userId, last?.seq ?? 0, limit),
  );
  yield ',\n"reports":';
  yield* jsonArray((last: { id: string } | null, limit) =>
    source.reportsAfter(userId, last?.id ?? null, limit),
  );
}

/**
 * Every row of a paged source as one JSON array, with one page in memory.
 *
 * @param read the rows after `last`; null: from the first on
 */
async function* jsonArray<Row>(
  read: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  write: (row: Row) => AsyncIterable<string> | Iterable<string> = (row) => [JSON.stringify(row)],
): AsyncGenerator<string, void> {
  let separator = '[';
  let page: readonly Row[] = [];
  do {
    page = await read(page.at(-1) ?? null, pageSize);
    for (const row of page) {
      yield separator;
      yield* write(row);
      separator = ',\n';
    }
  } while (page.length === pageSize);
  yield separator === '[' ? '[]' : ']';
}
