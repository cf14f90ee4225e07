// A device on which somebody is signed in, with up to three tabs: requests, replies and events reach them when a test says so.
// The tabs share what is kept; the first that is open has the stream. Who signs out leaves tabs behind that do not know it yet.
import type { Message } from '../../api/chats.js';
import { numberOf, positionKey } from '../keeping.js';
import type { Position } from '../newest-messages.js';
import { visibleMessages } from '../visible-messages.js';
import { pageLimit } from './history-page.js';
import { memoryDatabase } from './memory-database.js';
import { chatsOf, type PersonId, type SimulatedServer } from './simulated-server.js';
import { eventNow, type TabMessage } from './simulated-stream.js';
import { fetchMissing, openTab } from './simulated-tab.js';
import type { DeviceOptions, Opening, Tab } from './simulated-tab.js';

export class SimulatedDevice {
  private readonly database = memoryDatabase();
  private readonly server: SimulatedServer;
  private readonly options: DeviceOptions;
  /** Who is signed in. */
  me: PersonId;
  tabs: Tab[] = [];
  /** What has been read, and was not reported yet. */
  private marks: { readonly chatId: string; readonly seq: number }[] = [];
  private left: Tab[] = [];

  private constructor(server: SimulatedServer, me: PersonId, options: DeviceOptions) {
    this.server = server;
    this.me = me;
    this.options = options;
  }

  static async start(
    server: SimulatedServer,
    me: PersonId,
    options: DeviceOptions = {},
  ): Promise<SimulatedDevice> {
    const device = new SimulatedDevice(server, me, options);
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
    this.marks = [];
    await this.database.clear();
    await this.signIn(next);
  }

  private async open(opening: Opening = {}): Promise<void> {
    const { server, database, options } = this;
    const tab = await openTab({ server, database, options }, this.me, opening);
    this.tabs.push(tab);
    if (!opening.isLate || this.tabs.length === 1) this.listen(tab);
  }

  /** From now on it hears what is posted; the tab with the stream hears of it, or it is this one. */
  private listen(tab: Tab): void {
    if (tab.isListening) return;
    tab.isListening = true;
    const [leader] = this.tabs;
    if (leader === tab) this.lead(tab);
    else tab.stream.promised = leader!.stream.reached.cursor;
  }

  /** The stream of this tab goes on after what it knows, or begins now. */
  private lead(tab: Tab): void {
    tab.isListening = true;
    const cursor = tab.stream.lead();
    // What the tab before has posted comes again.
    tab.channel.length = 0;
    if (cursor === null) return this.reset();
    tab.stream.delivered = numberOf(cursor);
  }

  private post(message: TabMessage): void {
    for (const { channel, isListening } of this.tabs.slice(1))
      if (isListening) channel.push(message);
  }

  /** The tab with the stream has written what it knows, and says to the others how far it was when they started. */
  async sayCursor(): Promise<void> {
    const [leader, ...others] = this.tabs;
    await leader!.keeping.write();
    for (const { channel, stream, isListening } of others) {
      if (!isListening) continue;
      const cursor = stream.promised ?? leader!.stream.reached.cursor;
      if (cursor !== null) channel.push({ kind: 'cursor', cursor });
    }
  }

  /** And they hear it at once. */
  async join(): Promise<void> {
    for (const tab of this.tabs) this.listen(tab);
    await this.sayCursor();
    for (const [nth, { channel }] of this.tabs.entries())
      while (channel.length > 0) this.deliver(nth);
    await new Promise(setImmediate);
  }

  /** Closes a tab with everything that is under way, and opens one. */
  async reopen(nth: number, opening?: Opening): Promise<void> {
    const [closed] = this.tabs.splice(nth % this.tabs.length, 1);
    const [next] = this.tabs;
    if (next && closed!.stream.isLeader) {
      for (const { stream } of this.tabs) stream.promised = null;
      this.lead(next);
    }
    await this.open(opening);
  }

  async openAnother(opening?: Opening, most = 3): Promise<void> {
    if (this.tabs.length < most) await this.open(opening);
  }

  openSecond(): Promise<void> {
    return this.openAnother({}, 2);
  }

  /** Whether what is kept reaches up to the last event. */
  async isKept(): Promise<boolean> {
    const [position] = (await this.database.read([positionKey])) as [Position?];
    return Number(position?.cursor) === this.server.log(this.me).length;
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

  /** The server has it once it answers. */
  send(nth: number, chatId: string, replyTo: number | null = null): void {
    const tab = this.tab(nth);
    const { me, server } = this;
    this.ask(tab, 'putNew', () => server.send(me, chatId, replyTo));
  }

  /** The newest own message that is shown; the server has it once it answers. */
  change(nth: number, chatId: string, kind: 'edit' | 'delete'): void {
    const tab = this.tab(nth);
    const { me, server } = this;
    const own = this.shown(tab, chatId).messages.findLast(({ senderId }) => senderId === me);
    if (!own || own.deletedAt !== null) return;
    this.ask(tab, 'putChanged', () => {
      server.change(me, chatId, own.seq - 1, kind);
      return server.messages(chatId)[own.seq - 1]!;
    });
  }

  private ask(tab: Tab, put: 'putNew' | 'putChanged', read: () => Message): void {
    this.listen(tab);
    const { store, requests, confirmed } = tab;
    const { stamp, epoch } = store;
    const arrive = (value: unknown) => {
      const message = value as Message;
      store[put](message, epoch === store.epoch ? stamp : -1);
      confirmed.push(message);
    };
    requests.push({ read, reply: null, arrive, fail: () => {} });
  }

  /** What a tab shows at the end of a chat has been seen there. */
  read(nth: number, chatId: string): void {
    const tab = this.tab(nth);
    const { messages, wholeUntil, hasNewer } = this.shown(tab, chatId);
    const seq = messages.findLast((message) => message.seq <= wholeUntil)?.seq ?? 0;
    const readSeq = tab.store.chat(chatId)?.readSeq ?? 0;
    if (hasNewer || !tab.store.messagesOf(chatId).isChecked || seq <= readSeq) return;
    tab.store.putReadMark({ chatId, userId: this.me, seq });
    this.marks.push({ chatId, seq });
  }

  /** The server hears of what was read; a tab hears of its reply, or it is lost and reported again. */
  report(nth: number, isLost = false): void {
    const [mark] = this.marks;
    if (!mark) return;
    this.server.read(this.me, mark.chatId, mark.seq);
    if (isLost) return;
    this.marks.shift();
    this.tab(nth).store.putReadMark({ ...mark, userId: this.me });
  }

  /** The server reads for the nth request that waits. */
  answer(nth: number, tab = this.tab(nth)): void {
    const waiting = tab.requests.filter(({ reply }) => reply === null);
    const request = waiting[nth % waiting.length];
    if (request) request.reply = { value: request.read() };
  }

  /** What is still to be sent makes events, which people on other devices hear of, too. */
  answerAll(): void {
    for (const tab of this.tabs) tab.requests.forEach(() => this.answer(0, tab));
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

  /** The next event reaches the tab: what another one has posted, or of the stream, with its message as it is now. */
  deliver(nth: number): void {
    const tab = this.tab(nth);
    const { stream, channel } = tab;
    const posted = channel.shift();
    if (posted) return stream.receive(posted);
    if (!stream.isLeader || stream.delivered >= this.server.log(this.me).length) return;
    stream.delivered += 1;
    const event = eventNow(this.server, this.me, stream.delivered);
    stream.receive(event);
    this.post(event);
  }

  /** The stream is opened anew, and nobody knows how many events it has left out. */
  reset(): void {
    const { stream } = this.tabs[0]!;
    stream.delivered = this.server.log(this.me).length;
    const restart = { kind: 'restart', id: String(stream.delivered) } as const;
    stream.receive(restart);
    this.post(restart);
  }

  /** As a page that shows the end of the chat, or the messages around one. */
  async look(chatId: string, around: number | null, tab = this.tab(0)): Promise<void> {
    const { store } = tab;
    this.lookAtList(tab);
    if (!store.opened.has(chatId)) {
      const opened = store.opened.open(chatId);
      if (this.options.isSlow) return;
      await opened;
    }
    fetchMissing(tab, chatId, around, pageLimit);
  }

  /** As a page that shows the list alone, or that scrolls to its end. */
  lookAtList(tab = this.tab(0), isWhole = false): void {
    this.listen(tab);
    const { store } = tab;
    const { isChecked, cursor } = store.chatList();
    if ((!isChecked || isWhole) && cursor !== null) store.loadChats(cursor).catch(() => {});
  }

  shown(tab: Tab, chatId: string, around: number | null = null) {
    return visibleMessages(tab.store.messagesOf(chatId), around, pageLimit);
  }

  /** Everything that is under way arrives at every tab, and what is still missing is fetched. */
  async settle(): Promise<void> {
    await this.settleWith((tab) =>
      Promise.all(chatsOf(this.me).map((chatId) => this.look(chatId, null, tab))),
    );
  }

  /** As above, while every tab shows the list alone. */
  async settleLists(): Promise<void> {
    await this.settleWith(async (tab) => this.lookAtList(tab, true));
  }

  private async settleWith(look: (tab: Tab) => Promise<unknown>): Promise<void> {
    while (this.marks.length > 0) this.report(0);
    this.answerAll();
    await this.join();
    const [leader] = this.tabs;
    while (leader!.stream.delivered < this.server.log(this.me).length) this.deliver(0);
    for (const [nth, tab] of this.tabs.entries()) {
      while (tab.channel.length > 0) this.deliver(nth);
      await this.settleTab(tab, look);
    }
  }

  private async settleTab(tab: Tab, look: (tab: Tab) => Promise<unknown>): Promise<void> {
    for (let rounds = 0; rounds < 100; rounds++) {
      while (tab.requests.length > 0) {
        this.answer(0, tab);
        await this.arrive(0, false, tab);
      }
      await look(tab);
      if (tab.requests.length === 0) return;
    }
    throw new Error('the client never stops asking');
  }
}
