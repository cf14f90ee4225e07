// A server with one chat of two people, whose replies, confirmations and events arrive at two tabs when a test says so. The tabs
// share what their device keeps; the first that is open has the stream.
import type { Chat, ChatPage, Message } from '../../api/chats.js';
import {
  Keeping,
  listKey,
  numberOf,
  positionKey,
  chatKey,
  type Position as KeptPosition,
} from '../keeping.js';
import type { KeptMessages } from '../kept-messages.js';
import { LocalStore } from '../local-store.js';
import { historyPage, pageLimit } from './history-page.js';
import { memoryDatabase } from './memory-database.js';
import { visibleMessages } from '../visible-messages.js';

export const me = 'a';
const partner = 'b';
const chatId = 'a--b';

interface Event {
  readonly type: 'message' | 'changed' | 'hidden' | 'read' | 'mute';
  readonly seq: number;
}

interface Request {
  /** What the server replies at the moment at which it reads. */
  readonly read: () => unknown;
  reply: { readonly value: unknown } | null;
  readonly arrive: (value: unknown) => void;
}

interface Tab {
  readonly store: LocalStore;
  readonly keeping: Keeping;
  requests: Request[];
  /** The events that have reached it. */
  delivered: number;
  /** The event up to which it has read what is kept. */
  readonly start: string | null;
  /** It knows from where on it has missed none. */
  isJoined: boolean;
}

export class SimulatedChat {
  readonly messages: Message[] = [];
  readonly hidden = new Set<number>();
  readSeq = 0;
  /** As its person has muted it last. */
  mutedUntil: string | null = null;
  private readonly events: Event[] = [];
  private readonly database = memoryDatabase();
  private tabs: Tab[] = [];

  /** Opens the first tab. */
  static async start(): Promise<SimulatedChat> {
    const chat = new SimulatedChat();
    await chat.database.claim(me);
    await chat.open();
    return chat;
  }

  private async open(): Promise<void> {
    const requests: Request[] = [];
    const ask = <Reply>(read: () => Reply) =>
      new Promise<Reply>((resolve) => {
        requests.push({ read, reply: null, arrive: (value) => resolve(value as Reply) });
      });
    const store = new LocalStore(me, {
      readChatPage: () => ask(() => this.chatPage()),
      readHistoryPage: (_chatId, position) => ask(() => historyPage(this.visible, position)),
    });
    const keeping = new Keeping(store, this.database);
    const kept = await this.database.read([positionKey, listKey, chatKey(chatId)]);
    const [position, list, messages] = kept as [KeptPosition?, unknown?, KeptMessages?];
    if (position) keeping.open(position, list, messages ? [messages] : []);
    const [leader] = this.tabs;
    const tab = { store, keeping, requests, start: store.cursor, delivered: 0, isJoined: false };
    tab.delivered = leader?.delivered ?? this.events.length;
    this.tabs.push(tab);
    if (!leader) this.lead(tab);
  }

  /** The stream of this tab goes on after what it knows, or begins now. */
  private lead(tab: Tab): void {
    if (tab.isJoined) return;
    tab.isJoined = true;
    if (tab.start !== null) tab.delivered = numberOf(tab.start);
    else tab.delivered = this.events.length;
    tab.keeping.lead(tab.start);
    if (tab.start === null) tab.store.restart(String(tab.delivered));
  }

  /** The tab with the stream says to another one how far it is. */
  async join(): Promise<void> {
    const [leader, other] = this.tabs;
    const cursor = leader?.store.cursor;
    if (!leader || !other || other.isJoined || !cursor) return;
    await leader.keeping.write();
    while (other.delivered < Math.min(numberOf(cursor), leader.delivered)) this.deliver(1);
    other.isJoined = true;
    await other.keeping.follow(cursor);
  }

  /** Closes a tab with everything that is under way, and opens one. */
  async reopen(nth: number): Promise<void> {
    this.tabs.splice(nth % this.tabs.length, 1);
    if (this.tabs[0]) this.lead(this.tabs[0]);
    await this.open();
  }

  async openSecond(): Promise<void> {
    if (this.tabs.length < 2) await this.open();
  }

  async write(nth: number): Promise<void> {
    await this.tab(nth).keeping.write();
  }

  private tab(nth: number): Tab {
    return this.tabs[nth % this.tabs.length]!;
  }

  send(isOwn: boolean): void {
    const tab = this.tab(0);
    const { stamp } = tab.store;
    const message: Message = {
      id: `id-${this.messages.length}`,
      chatId,
      senderId: isOwn ? me : partner,
      text: 'text 0',
      seq: this.messages.length + 1,
      createdAt: new Date(this.messages.length).toJSON(),
      editedAt: null,
      deletedAt: null,
      reactions: [],
    };
    this.messages.push(message);
    this.events.push({ type: 'message', seq: message.seq });
    const arrive = (stored: unknown) => tab.store.putNew(stored as Message, stamp);
    if (isOwn) tab.requests.push({ read: () => message, reply: null, arrive });
  }

  /** Of the nth message, counted round. */
  change(nth: number, kind: 'edit' | 'delete' | 'react' | 'hide' | 'read'): void {
    const seq = (nth % Math.max(1, this.messages.length)) + 1;
    const message = this.messages[seq - 1];
    if (!message || this.hidden.has(seq)) return;
    const at = new Date(1e6 + this.events.length).toJSON();
    const isOpen = message.deletedAt === null;
    if (kind === 'edit' && isOpen) this.put({ ...message, text: `text at ${at}`, editedAt: at });
    if (kind === 'delete' && isOpen)
      this.put({ ...message, text: '', editedAt: null, deletedAt: at, reactions: [] });
    if (kind === 'react' && isOpen) {
      const reactions = message.reactions.length ? [] : [{ userId: partner, emoji: '👍' }];
      this.put({ ...message, reactions });
    }
    if (kind === 'hide') {
      this.hidden.add(seq);
      this.events.push({ type: 'hidden', seq });
    }
    if (kind === 'read' && seq > this.readSeq) {
      this.readSeq = seq;
      this.events.push({ type: 'read', seq });
    }
  }

  mute(until: string | null): void {
    this.mutedUntil = until;
    this.events.push({ type: 'mute', seq: 0 });
  }

  private put(message: Message): void {
    this.messages[message.seq - 1] = message;
    this.events.push({ type: 'changed', seq: message.seq });
  }

  get visible(): Message[] {
    return this.messages.filter(({ seq }) => !this.hidden.has(seq));
  }

  get unread(): number {
    const isUnread = ({ seq, senderId, deletedAt }: Message) =>
      seq > this.readSeq && senderId !== me && deletedAt === null;
    return this.visible.filter(isUnread).length;
  }

  private chatPage(): ChatPage {
    const lastMessage = this.visible.at(-1);
    if (!lastMessage) return { chats: [], nextCursor: null };
    const { unread, readSeq, mutedUntil } = this;
    const chat = {
      chatId,
      lastMessage,
      unread,
      readSeq,
      readByPartnerSeq: 0,
      mutedUntil,
      person: { id: partner },
    };
    return { chats: [chat as Chat], nextCursor: null };
  }

  /** The server reads for the nth request that waits. */
  answer(nth: number, tab = this.tab(nth)): void {
    const waiting = tab.requests.filter(({ reply }) => reply === null);
    const request = waiting[nth % waiting.length];
    if (request) request.reply = { value: request.read() };
  }

  /** The nth reply reaches the client. */
  async arrive(nth: number, tab = this.tab(nth)): Promise<void> {
    const replied = tab.requests.filter(({ reply }) => reply !== null);
    const request = replied[nth % replied.length];
    if (!request) return;
    tab.requests.splice(tab.requests.indexOf(request), 1);
    request.arrive(request.reply!.value);
    await Promise.resolve();
    await new Promise(setImmediate);
  }

  /** The next event reaches the tab, with its message as it is now; the tab with the stream passes it on. */
  deliver(nth: number): void {
    const tab = this.tab(nth);
    const event = this.events[tab.delivered];
    const isAhead = tab !== this.tab(0) && tab.delivered >= this.tab(0).delivered;
    if (!event || isAhead) return;
    tab.delivered += 1;
    const { type, seq } = event;
    const { store } = tab;
    store.passEvent(String(tab.delivered));
    const message = this.messages[seq - 1]!;
    // As it is when the event is read.
    if (type === 'mute') return store.putMute({ chatId, mutedUntil: this.mutedUntil });
    if (type === 'read') store.putReadMark({ chatId, userId: me, seq });
    else if (type === 'hidden' || this.hidden.has(seq)) store.hide(chatId, seq);
    else if (type === 'message') store.putNew(message);
    else store.putChanged(message);
  }

  /** The stream is opened anew, and nobody knows how many events it has left out. */
  reset(): void {
    for (const tab of this.tabs) {
      tab.delivered = this.events.length;
      tab.isJoined = true;
      tab.store.restart(String(tab.delivered));
    }
  }

  /** As a page that shows the end of the chat, or the messages around one. */
  look(around: number | null, { store } = this.tab(0)): void {
    const { missing } = visibleMessages(store.messagesOf(chatId), around, pageLimit);
    if (missing) void store.loadMessages(chatId, missing);
    const { isChecked, cursor } = store.chatList();
    if (!isChecked && cursor !== null) void store.loadChats(cursor);
  }

  shown(around: number | null, nth = 0) {
    return visibleMessages(this.tab(nth).store.messagesOf(chatId), around, pageLimit);
  }

  shownUnread(nth: number): number {
    return this.tab(nth).store.chat(chatId)?.unread ?? 0;
  }

  shownMute(nth: number): string | null {
    return this.tab(nth).store.chat(chatId)?.mutedUntil ?? null;
  }

  /** Everything that is under way arrives at every tab, and what is still missing is fetched. Returns the number of tabs. */
  async settle(): Promise<number> {
    await this.join();
    for (const [nth, tab] of this.tabs.entries()) {
      while (tab.delivered < this.events.length) this.deliver(nth);
      await this.settleTab(tab);
    }
    return this.tabs.length;
  }

  private async settleTab(tab: Tab): Promise<void> {
    for (let rounds = 0; rounds < 100; rounds++) {
      while (tab.requests.length > 0) {
        this.answer(0, tab);
        await this.arrive(0, tab);
      }
      this.look(null, tab);
      if (tab.requests.length === 0) return;
    }
    throw new Error('the client never stops asking');
  }
}
