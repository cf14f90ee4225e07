// A tab of a simulated device, with its requests: to the server, and to the device where that takes time.
import type { DeviceDatabase } from '../../api/device-database.js';
import type { Message } from '../../api/chats.js';
import { Keeping, positionKey } from '../keeping.js';
import { listKey } from '../kept-list.js';
import { LocalStore } from '../local-store.js';
import { newestKey, readOpened, type Position } from '../newest-messages.js';
import { visibleMessages } from '../visible-messages.js';
import { historyPage } from './history-page.js';
import { chatsOf, type PersonId, type SimulatedServer } from './simulated-server.js';
import { SimulatedStream, type TabMessage } from './simulated-stream.js';

interface Request {
  /** What the server replies at the moment at which it reads. */
  readonly read: () => unknown;
  reply: { readonly value: unknown } | null;
  readonly arrive: (value: unknown) => void;
  readonly fail: () => void;
}

export interface Tab {
  readonly store: LocalStore;
  readonly keeping: Keeping;
  readonly requests: Request[];
  /** Own messages of which it knows that the server has taken them. */
  readonly confirmed: Message[];
  readonly stream: SimulatedStream;
  /** What another tab has posted and this one has not received yet. */
  readonly channel: TabMessage[];
  /** It has begun to listen, which is after it has read what is kept. */
  isListening: boolean;
  /** By chat, what its page has asked for last. */
  readonly asked: Map<string, string>;
}

export interface DeviceOptions {
  /** What a tab reads there later than at its start comes as late as a reply. */
  readonly isSlow?: boolean;
  /** Chats of a page of the list. */
  readonly listLimit?: number;
}

export interface Opening {
  /** The conversation that the address leads to; null for the list. */
  readonly chatId?: string | null;
  /** The browser did not say in time what is kept. */
  readonly isBlank?: boolean;
  /** It is a while before it listens to other tabs, which it does before it asks the server for anything. */
  readonly isLate?: boolean;
}

/** Few enough that a chat has more. */
const firstRead = 4;

interface World {
  readonly server: SimulatedServer;
  readonly database: DeviceDatabase;
  readonly options: DeviceOptions;
}

export async function openTab(
  { server, database, options }: World,
  me: PersonId,
  { chatId = chatsOf(me)[0]!, isBlank = false }: Opening,
): Promise<Tab> {
  const requests: Request[] = [];
  const ask = <Reply>(read: () => Reply | Promise<Reply>) =>
    new Promise<Reply>((resolve, reject) => {
      const fail = () => reject(new Error('lost'));
      requests.push({ read, reply: null, arrive: (value) => resolve(value as Reply), fail });
    });
  const store = new LocalStore(me, {
    readChatPage: (cursor) => ask(() => server.chatPage(me, cursor, options.listLimit)),
    readHistoryPage: (id, position) => ask(() => historyPage(server.visible(me, id), position)),
    readPinned: (id) => ask(() => server.pinnedMessages(me, id)),
  });
  const slow: DeviceDatabase = { ...database, read: (keys) => ask(() => database.read(keys)) };
  const keeping = new Keeping(store, options.isSlow ? slow : database, '', firstRead);
  const kept = await database.read([positionKey, listKey, newestKey(chatId ?? '')]);
  const opened = chatId === null ? null : await readOpened(database, chatId, kept);
  const [position, list] = kept as [Position?, unknown?];
  if (position && !isBlank) keeping.open(position, list, opened);
  const stream = new SimulatedStream(store, keeping);
  return {
    store,
    keeping,
    requests,
    confirmed: [],
    stream,
    channel: [],
    isListening: false,
    asked: new Map(),
  };
}

/** As its page does (`useHistory`): what has come under a key is not asked for again as long as that is the key. */
export function fetchMissing(
  { store, asked }: Tab,
  chatId: string,
  around: number | null,
  pageLimit: number,
): void {
  const chat = store.messagesOf(chatId);
  const { missing } = visibleMessages(chat, around, pageLimit);
  const key = JSON.stringify([chat.since, chat.round, missing]);
  if (asked.get(chatId) === key) return;
  asked.set(chatId, key);
  const forget = () => asked.get(chatId) === key && asked.delete(chatId);
  if (missing) store.loadMessages(chatId, missing).catch(forget);
}
