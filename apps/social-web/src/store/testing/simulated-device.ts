// A device on which somebody is signed in, with up to two tabs: requests, replies and events reach them when a test says so.
// The tabs share what is kept; the first that is open has the stream. Who signs out leaves tabs behind that do not know it yet.
import { Keeping, chatKey, listKey, numberOf, positionKey } from '../keeping.js';
import type { Position as KeptPosition } from '../keeping.js';
import type { KeptMessages } from '../kept-messages.js';
import { LocalStore } from '../local-store.js';
import { visibleMessages } from '../visible-messages.js';
import { historyPage, pageLimit } from './history-page.js';
import { memoryDatabase } from './memory-database.js';
import { chatsOf, type PersonId, type SimulatedServer } from './simulated-server.js';

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
  /** The events that have reached it. */
  delivered: number;
  /** The event up to which it has read what is kept. */
  readonly start: string | null;
  /** It knows from where on it has missed none. */
  isJoined: boolean;
}

export class SimulatedDevice {
  private readonly database = memoryDatabase();
  private readonly server: SimulatedServer;
  /** Who is signed in. */
  me: PersonId;
  tabs: Tab[] = [];
  private left: Tab[] = [];

  private constructor(server: SimulatedServer, me: PersonId) {
    this.server = server;
    this.me = me;
  }

  static async start(server: SimulatedServer, me: PersonId): Promise<SimulatedDevice> {
    const device = new SimulatedDevice(server, me);
    await device.signIn(me);
    return device;
  }

  private async signIn(me: PersonId): Promise<void> {
    this.me = me;
    await this.database.claim(me);
    await this.open();
  }

  /** Its tabs do not know it yet, and go on with what is under way. */
  async signOut(next: PersonId): Promise<void> {
    this.left = next === this.me ? [] : this.tabs;
    this.tabs = [];
    await this.database.clear();
    await this.signIn(next);
  }

  private async open(): Promise<void> {
    const { me, server } = this;
    const requests: Request[] = [];
    const ask = <Reply>(read: () => Reply) =>
      new Promise<Reply>((resolve, reject) => {
        const fail = () => reject(new Error('lost'));
        requests.push({ read, reply: null, arrive: (value) => resolve(value as Reply), fail });
      });
    const store = new LocalStore(me, {
      readChatPage: () => ask(() => server.chatPage(me)),
      readHistoryPage: (chatId, position) =>
        ask(() => historyPage(server.visible(me, chatId), position)),
    });
    const keeping = new Keeping(store, this.database);
    const first = chatKey(chatsOf(me)[0]!);
    const kept = await this.database.read([positionKey, listKey, first]);
    const [position, list, messages] = kept as [KeptPosition?, unknown?, KeptMessages?];
    if (position) keeping.open(position, list, messages ? [messages] : []);
    const [leader] = this.tabs;
    const delivered = leader?.delivered ?? server.log(me).length;
    const tab = { store, keeping, requests, start: store.cursor, delivered, isJoined: false };
    this.tabs.push(tab);
    if (!leader) this.lead(tab);
  }

  /** The stream of this tab goes on after what it knows, or begins now. */
  private lead(tab: Tab): void {
    if (tab.isJoined) return tab.keeping.lead(tab.store.cursor);
    tab.isJoined = true;
    tab.delivered = tab.start === null ? this.server.log(this.me).length : numberOf(tab.start);
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

  /** Also by what somebody else has left open. */
  async write(nth: number): Promise<void> {
    const all = [...this.tabs, ...this.left];
    await all[nth % all.length]!.keeping.write();
  }

  /** The nth one that is open, counted round. */
  tab(nth: number): Tab {
    return this.tabs[nth % this.tabs.length]!;
  }

  send(nth: number, chatId: string): void {
    const { store, requests } = this.tab(nth);
    const { stamp } = store;
    const message = this.server.send(this.me, chatId);
    const arrive = (stored: unknown) => store.putNew(stored as typeof message, stamp);
    requests.push({ read: () => message, reply: null, arrive, fail: () => {} });
  }

  /** The server reads for the nth request that waits. */
  answer(nth: number, tab = this.tab(nth)): void {
    const waiting = tab.requests.filter(({ reply }) => reply === null);
    const request = waiting[nth % waiting.length];
    if (request) request.reply = { value: request.read() };
  }

  /** The nth reply reaches the client, or is lost. */
  async arrive(nth: number, isLost = false, tab = this.tab(nth)): Promise<void> {
    const replied = tab.requests.filter(({ reply }) => reply !== null);
    const request = replied[nth % replied.length];
    if (!request) return;
    tab.requests.splice(tab.requests.indexOf(request), 1);
    if (isLost) request.fail();
    else request.arrive(request.reply!.value);
    await new Promise(setImmediate);
  }

  /** The next event reaches the tab, with its message as it is now; the tab with the stream passes it on. */
  deliver(nth: number): void {
    const tab = this.tab(nth);
    const { me, server } = this;
    const event = server.log(me)[tab.delivered];
    const isAhead = tab !== this.tab(0) && tab.delivered >= this.tab(0).delivered;
    if (!event || isAhead) return;
    tab.delivered += 1;
    const { type, chatId, seq, userId } = event;
    const { store } = tab;
    store.passEvent(String(tab.delivered));
    // As it is when the event is read.
    if (type === 'mute')
      return store.putMute({ chatId, mutedUntil: server.mutedUntil(me, chatId) });
    const message = server.messages(chatId)[seq - 1]!;
    if (type === 'read') store.putReadMark({ chatId, userId, seq });
    else if (type === 'hidden' || server.isHidden(me, chatId, seq)) store.hide(chatId, seq);
    else if (type === 'message') store.putNew(message);
    else store.putChanged(message);
  }

  /** The stream is opened anew, and nobody knows how many events it has left out. */
  reset(): void {
    for (const tab of this.tabs) {
      tab.delivered = this.server.log(this.me).length;
      tab.isJoined = true;
      tab.store.restart(String(tab.delivered));
    }
  }

  /** As a page that shows the end of the chat, or the messages around one. */
  async look(chatId: string, around: number | null, { store } = this.tab(0)): Promise<void> {
    const ignore = () => {};
    if (!store.isOpened(chatId)) await store.open(chatId);
    const { missing } = visibleMessages(store.messagesOf(chatId), around, pageLimit);
    if (missing) store.loadMessages(chatId, missing).catch(ignore);
    const { isChecked, cursor } = store.chatList();
    if (!isChecked && cursor !== null) store.loadChats(cursor).catch(ignore);
  }

  shown(tab: Tab, chatId: string, around: number | null = null) {
    return visibleMessages(tab.store.messagesOf(chatId), around, pageLimit);
  }

  /** Everything that is under way arrives at every tab, and what is still missing is fetched. */
  async settle(): Promise<void> {
    await this.join();
    for (const [nth, tab] of this.tabs.entries()) {
      while (tab.delivered < this.server.log(this.me).length) this.deliver(nth);
      await this.settleTab(tab);
    }
  }

  private async settleTab(tab: Tab): Promise<void> {
    for (let rounds = 0; rounds < 100; rounds++) {
      while (tab.requests.length > 0) {
        this.answer(0, tab);
        await this.arrive(0, false, tab);
      }
      for (const chatId of chatsOf(this.me)) await this.look(chatId, null, tab);
      if (tab.requests.length === 0) return;
    }
    throw new Error('the client never stops asking');
  }
}
