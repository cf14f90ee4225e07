import type { Account } from '../settings/account.js';
import { relationStates, toCursor, toFriend, toListed } from '../friends/friend-list-mapping.js';
import type { Relation, RelationStore } from '../friends/relation-store.port.js';
import type { Caller } from '../sessions/sessions.js';
import type { HandleStore } from '../people/handle-store.port.js';
import type { InvitationStore } from '../invitations/invitation-store.port.js';
import type { SettingsStore } from '../settings/settings.js';

/** A chat, with the members that the API document names. */
export interface ExportedChat {
  readonly chatId: string;
  readonly personId: string;
  /** How many messages it has. */
  readonly lastSeq: number;
}

/** The messages of some chats, after a number and up to a limit. */
export interface MessagePart {
  readonly chatIds: readonly string[];
  readonly afterSeq: number;
  readonly limit?: number;
}

/**
 * What is stored of someone beside the account page, a page at a time: nobody's data is held in memory whole. Rows have
 * the members that the API document names.
 */
export interface ExportSource {
  /** In the order of the other people's ids. */
  chatsAfter(userId: string, personId: string | null, limit: number): Promise<ExportedChat[]>;
  /** Only what the user wrote; in the order of the chats, then of the messages. */
  messagesOf(userId: string, part: MessagePart): Promise<MessageKey[]>;
  /** The user's own, in the same order. */
  reactionsOf(userId: string, part: MessagePart): Promise<MessageKey[]>;
  /** Devices that are notified: few. Endpoint and keys are between the browser and this service. */
  devicesOf(userId: string): Promise<object[]>;
  /** Chats of which the user wants to hear nothing: few, since those that have ended are deleted with the next. */
  mutesOf(userId: string): Promise<object[]>;
  /** Files that no message has taken: few, since they are gone after a day. */
  unsentFilesOf(userId: string): Promise<object[]>;
  /** Whom the user has denied. */
  denialsAfter(
    userId: string,
    personId: string | null,
    limit: number,
  ): Promise<{ readonly personId: string }[]>;
  /** What the user has written and not sent. */
  draftsAfter(
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

/** One export of a person at a time; its statements wait for a place. */
export interface HeavyWorks {
  readonly begin: (userId: string) => Promise<{ readonly run: Run; readonly end: () => void }>;
}

export interface ExportParts {
  readonly account: Pick<Account, 'show'>;
  readonly relations: Pick<RelationStore, 'listAfter'>;
  readonly settings: Pick<SettingsStore, 'read'>;
  readonly source: ExportSource;
  readonly handles: Pick<HandleStore, 'listFormer'>;
  readonly invitations: Pick<InvitationStore, 'list'>;
  readonly heavyWorks: HeavyWorks;
}

export type ExportOf = ReturnType<typeof createExport>;

/** Small enough that the event loop is held for a millisecond or two by what a statement returned. */
const pageSize = 100;
/** Messages that are read at once with those of other chats. */
const mostMessages = 400;

/**
 * Everything stored about someone as one JSON document, in pieces. It holds no secret and no word of others. Each page is
 * of its own moment, in an order that does not change: what was there before and stays is in it, once.
 */
export function createExport(parts: ExportParts) {
  return async (caller: Caller) => {
    const { run, end } = await parts.heavyWorks.begin(caller.userId);
    return { pieces: writeAll(parts, caller, run), end };
  };
}

/** Runs a statement when it may run. */
type Run = <T>(work: () => Promise<T>) => Promise<T>;

async function* writeAll(
  { account, relations, settings, source, handles, invitations }: ExportParts,
  caller: Caller,
  run: Run,
): AsyncGenerator<string, void> {
  const { userId } = caller;
  const page = await account.show(caller);
  yield `{"exportedAt":${JSON.stringify(new Date())}`;
  for (const [name, value] of Object.entries(page)) yield `,\n"${name}":${JSON.stringify(value)}`;
  yield `,\n"settings":${JSON.stringify(await settings.read(userId))}`;
  // Few: all of them at once.
  yield `,\n"formerHandles":${JSON.stringify(await handles.listFormer(userId))}`;
  yield `,\n"invitations":${JSON.stringify(await invitations.list(userId))}`;
  yield `,\n"notifiedDevices":${JSON.stringify(await source.devicesOf(userId))}`;
  yield `,\n"mutedChats":${JSON.stringify(await source.mutesOf(userId))}`;
  yield `,\n"unsentFiles":${JSON.stringify(await source.unsentFilesOf(userId))}`;
  for (const state of relationStates) {
    yield `,\n"${state}":`;
    const found = pagesOf((last: Relation | null) =>
      run(() => relations.listAfter(userId, state, last && toCursor(last), pageSize)),
    );
    yield* jsonArray(found, state === 'friends' ? toFriend : toListed);
  }
  yield ',\n"chats":';
  yield* writeChats(source, userId, run);
  yield ',\n"reactions":';
  yield* jsonArray(
    ofChats(source, userId, run, (part) => source.reactionsOf(userId, part)),
    (row) => row,
  );
  yield* writeRest(source, userId, run);
  yield '}\n';
}

async function* writeChats(source: ExportSource, userId: string, run: Run) {
  const read = (part: MessagePart) => run(() => source.messagesOf(userId, part));
  let separator = '[';
  for await (const chats of chatPortions(source, userId, run)) {
    const pages = pagesIn(chats, read);
    const [only] = chats;
    if (only && chats.length === 1) {
      yield `${separator}${JSON.stringify(only).slice(0, -1)},"sent":`;
      yield* jsonArray(pages, toSent);
      yield '}';
    } else {
      const { value: rows = [] } = await pages.next();
      const byChat = new Map(chats.map(({ chatId }) => [chatId, [] as object[]]));
      for (const row of rows) byChat.get(row.chatId)?.push(toSent(row));
      const texts = chats.map((chat) => JSON.stringify({ ...chat, sent: byChat.get(chat.chatId) }));
      yield separator + texts.join(',\n');
    }
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

const toSent = ({ chatId: _chatId, ...message }: MessageKey) => message;

/** Chats whose messages are read at once, or a single one that has too many for that. */
async function* chatPortions(source: ExportSource, userId: string, run: Run) {
  const pages = pagesOf((last: ExportedChat | null) =>
    run(() => source.chatsAfter(userId, last?.personId ?? null, pageSize)),
  );
  for await (const page of pages) {
    let [portion, messages]: [ExportedChat[], number] = [[], 0];
    for (const chat of page) {
      if (portion.length > 0 && messages + chat.lastSeq > mostMessages) {
        yield portion;
        [portion, messages] = [[], 0];
      }
      portion.push(chat);
      messages += chat.lastSeq;
    }
    if (portion.length > 0) yield portion;
  }
}

type ReadPart = (part: MessagePart) => Promise<MessageKey[]>;

async function* ofChats(source: ExportSource, userId: string, run: Run, read: ReadPart) {
  for await (const chats of chatPortions(source, userId, run)) {
    yield* pagesIn(chats, (part) => run(() => read(part)));
  }
}

/** One page of several chats, or as many as a single one needs. */
async function* pagesIn(
  chats: readonly ExportedChat[],
  read: ReadPart,
): AsyncGenerator<MessageKey[], void> {
  const chatIds = chats.map(({ chatId }) => chatId);
  if (chats.length > 1) {
    yield await read({ chatIds, afterSeq: 0 });
    return;
  }
  yield* pagesOf((last: MessageKey | null) =>
    read({ chatIds, afterSeq: last?.seq ?? 0, limit: pageSize }),
  );
}

async function* writeRest(source: ExportSource, userId: string, run: Run) {
  const same = <Row>(row: Row) => row;
  yield ',\n"drafts":';
  const drafts = pagesOf((last: { personId: string } | null) =>
    run(() => source.draftsAfter(userId, last?.personId ?? null, pageSize)),
  );
  yield* jsonArray(drafts, same);
  yield ',\n"denials":';
  const denials = pagesOf((last: { personId: string } | null) =>
    run(() => source.denialsAfter(userId, last?.personId ?? null, pageSize)),
  );
  yield* jsonArray(denials, same);
  yield ',\n"events":';
  const events = pagesOf((last: { seq: number } | null) =>
    run(() => source.eventsAfter(userId, last?.seq ?? 0, pageSize)),
  );
  yield* jsonArray(events, same);
  yield ',\n"reports":';
  const reports = pagesOf((last: { id: string } | null) =>
    run(() => source.reportsAfter(userId, last?.id ?? null, pageSize)),
  );
  yield* jsonArray(reports, same);
}

/** @param read up to `pageSize` rows after `last`; null: from the first on */
async function* pagesOf<Row>(read: (last: Row | null) => Promise<Row[]>) {
  let page: Row[] = [];
  do {
    page = await read(page.at(-1) ?? null);
    yield page;
  } while (page.length === pageSize);
}

/** Every row of the pages as one JSON array, with one page in memory. */
async function* jsonArray<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => unknown,
): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(toItem(row))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}
