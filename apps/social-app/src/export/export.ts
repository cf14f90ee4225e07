import type { Account } from '../settings/account.js';
import { toCursor, toFriend, toListed } from '../friends/friend-list-mapping.js';
import type { Relation, RelationState, RelationStore } from '../friends/relation-store.port.js';
import type { Caller } from '../sessions/sessions.js';
import type { SettingsStore } from '../settings/settings.js';

export interface ExportedChat {
  readonly chatId: string;
  readonly personId: string;
  /** Null once the other one has erased the account. */
  readonly personName: string | null;
  readonly lastSeq: number;
  readonly readSeq: number;
}

export interface ExportedMessage {
  readonly id: string;
  readonly seq: number;
  /** Empty once deleted for both. */
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly deletedAt: Date | null;
}

export interface ExportedReport {
  readonly id: string;
  readonly reportedId: string;
  readonly reason: string;
  readonly note: string | null;
  readonly createdAt: Date;
}

/** What is stored of someone beside the account page, a page at a time: nobody's data is held in memory whole. */
export interface ExportSource {
  chatsAfter(userId: string, chatId: string, limit: number): Promise<ExportedChat[]>;
  /** Only what the user wrote. */
  messagesAfter(
    userId: string,
    chatId: string,
    seq: number,
    limit: number,
  ): Promise<ExportedMessage[]>;
  reportsAfter(userId: string, reportId: string | null, limit: number): Promise<ExportedReport[]>;
}

export interface ExportParts {
  readonly account: Pick<Account, 'show'>;
  readonly relations: Pick<RelationStore, 'listAfter'>;
  readonly settings: Pick<SettingsStore, 'read'>;
  readonly source: ExportSource;
  readonly now?: () => Date;
}

const pageSize = 500;
const states: readonly RelationState[] = ['friends', 'incoming', 'outgoing', 'blocked'];

/** Before every chat's. */
const firstId = '';

/** Everything stored about someone as one JSON document, in pieces. It holds no secret and no word of others. */
export function createExport(parts: ExportParts) {
  const { account, now = () => new Date() } = parts;
  return async function* exportOf(caller: Caller): AsyncGenerator<string, void> {
    const page = await account.show(caller);
    yield `{"exportedAt":${JSON.stringify(now())}`;
    for (const [name, value] of Object.entries(page)) yield `,\n"${name}":${JSON.stringify(value)}`;
    const settings = await parts.settings.read(caller.userId);
    yield `,\n"settings":${JSON.stringify(settings)}`;
    for (const state of states) {
      yield `,\n"${state}":`;
      yield* jsonArray(relationsOf(parts, caller.userId, state));
    }
    yield ',\n"chats":';
    yield* jsonArray(chatsOf(parts.source, caller.userId));
    yield ',\n"reports":';
    yield* jsonArray(reportsOf(parts.source, caller.userId));
    yield '}\n';
  };
}

async function* relationsOf({ relations }: ExportParts, userId: string, state: RelationState) {
  const read = (last: Relation | null, limit: number) =>
    relations.listAfter(userId, state, last && toCursor(last), limit);
  const toItem = state === 'friends' ? toFriend : toListed;
  for await (const relation of everyPage(pageSize, read)) yield JSON.stringify(toItem(relation));
}

async function* chatsOf(source: ExportSource, userId: string) {
  const read = (last: ExportedChat | null, limit: number) =>
    source.chatsAfter(userId, last?.chatId ?? firstId, limit);
  for await (const chat of everyPage(pageSize, read)) yield chatOf(source, userId, chat);
}

async function* chatOf(source: ExportSource, userId: string, chat: ExportedChat) {
  yield `${JSON.stringify(chat).slice(0, -1)},"sent":`;
  yield* jsonArray(sentIn(source, userId, chat.chatId));
  yield '}';
}

async function* sentIn(source: ExportSource, userId: string, chatId: string) {
  const read = (last: { seq: number } | null, limit: number) =>
    source.messagesAfter(userId, chatId, last?.seq ?? 0, limit);
  for await (const message of everyPage(pageSize, read)) yield JSON.stringify(message);
}

async function* reportsOf(source: ExportSource, userId: string) {
  const read = (last: { id: string } | null, limit: number) =>
    source.reportsAfter(userId, last?.id ?? null, limit);
  for await (const report of everyPage(pageSize, read)) yield JSON.stringify(report);
}

/** Every row of a paged source, one page in memory. */
async function* everyPage<T>(
  pageSize: number,
  read: (last: T | null, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T, void> {
  let last: T | null = null;
  for (;;) {
    const page: readonly T[] = await read(last, pageSize);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < pageSize) return;
  }
}

/** A JSON array, piece by piece; each item is text already. */
async function* jsonArray(
  items: AsyncIterable<AsyncIterable<string> | string>,
): AsyncGenerator<string, void> {
  yield '[';
  let separator = '';
  for await (const item of items) {
    yield separator;
    if (typeof item === 'string') yield item;
    else yield* item;
    separator = ',\n';
  }
  yield ']';
}
