// The local store: what this tab knows of a person's chats, and what their pages show (ADR 0041). Guarantees: what the event
// stream, pages and confirmations bring is merged in any order, and a page that asks for nothing misses nothing.
//   opened → the stream is ready: what was fetched before may lack events and is fetched again
//   an event → merged; its number is the stamp of what is asked for from now on
//   the stream is reset → as opened, after everything was marked as stale
import type { Chat, Message, Position } from '../api/chats.js';
import {
  byNewest,
  noChats,
  putChatPage,
  putExpiry,
  putMute,
  putReadMark,
  suspectList,
  toChat,
  withFloor,
  withKept,
  type ChatList,
  type KeptChat,
  type ListedChat,
  type ReadMark,
} from './chat-list.js';
import { ChangeSignal } from './change-signal.js';
import { putFlags, type ChatFlags } from './chat-flags.js';
import { putPin } from './chat-pins.js';
import { serverSource, type ChatSource } from './chat-source.js';
import { withoutWords } from './ended-messages.js';
import { EarlyChanges } from './early-changes.js';
import { EarlyMarks } from './early-marks.js';
import { mergeMessages } from './kept-messages.js';
import {
  dropMessage,
  noMessages,
  putMessage,
  putPage,
  suspectAll,
  type ChatMessages,
} from './messages.js';
import { lacks, NotListedYet, type NotListed } from './not-listed.js';
import { OpenedChats } from './opened-chats.js';
import { PagesUnderWay } from './pages-under-way.js';
import { pageRange } from './visible-messages.js';

export class LocalStore {
  readonly me: string;
  private readonly source: ChatSource;
  private list = noChats;
  private readonly messages = new Map<string, ChatMessages>();
  /** As they are shown; made anew when one changes. */
  private readonly shown = new Map<string, Chat>();
  private readonly notListed = new NotListedYet();
  private readonly earlyMarks = new EarlyMarks();
  private readonly earlyChanges = new EarlyChanges();
  private sorted: readonly Chat[] | null = null;
  /** Of the last event that was received: what is asked for now is at least as new. */
  stamp = 0;
  /** Its id; null before the first. */
  cursor: string | null = null;
  /** Id of the last event that this tab has received itself. */
  heard: string | null = null;
  /** Events may have been missed before this one. */
  since = 0;
  /** Its id: numbers are comparable as long as it stays the same. */
  epoch = '';
  /** Counts the times at which events may have been missed. */
  restarts = 0;
  /** What was asked for since then is at least as new as this event, also what was asked for before it was known which log it is. */
  private floor = 0;
  private readonly pages = new PagesUnderWay();
  private readonly signal = new ChangeSignal();
  readonly subscribe = this.signal.subscribe;
  readonly opened = new OpenedChats(() => this.signal.changed());

  constructor(me: string, source = serverSource) {
    this.me = me;
    this.source = source;
  }

  readonly chatList = (): ChatList => this.list;

  messagesOf(chatId: string): ChatMessages {
    const known = this.messages.get(chatId);
    if (known) return known;
    const empty = { ...noMessages, since: this.since };
    this.messages.set(chatId, empty);
    return empty;
  }

  /** The one with the newest message first. */
  readonly chats = (): readonly Chat[] => (this.sorted ??= [...this.shown.values()].sort(byNewest));

  readonly chat = (chatId: string): Chat | undefined => this.shown.get(chatId);

  /** An event with this id was received. */
  passEvent(id: string): void {
    this.heard = id;
    this.reach(id);
  }

  /** Everything up to the event with this id is known, or is read from the device when it is needed. */
  reach(id: string): void {
    const number = Number.parseInt(id, 10);
    if (this.cursor === null || number > Number.parseInt(this.cursor, 10)) this.cursor = id;
    this.stamp = Math.max(this.stamp, number);
  }

  /** Events may have been missed before the one with this id. */
  restart(id: string): void {
    this.heard = id;
    this.join(id);
  }

  /** What is known is of another log, or it is not known how much of this one it lacks. */
  join(epoch: string): void {
    if (epoch !== this.epoch) this.earlyChanges.clear();
    this.epoch = this.cursor = epoch;
    this.restarts += 1;
    this.floor = 0;
    this.stamp = Number.parseInt(epoch, 10);
    this.suspect(this.stamp);
  }

  /** What is known is of this log, and lacks nothing. */
  adopt(epoch: string): void {
    this.epoch = epoch;
    this.since = this.floor = Number.parseInt(epoch, 10);
    for (const [id, chat] of this.messages) this.messages.set(id, { ...chat, since: this.since });
    this.list = withFloor(this.list, this.floor);
    this.signal.changed();
  }

  /** Events may have been missed before the one with this number, in the same log. */
  suspect(since: number): void {
    this.since = since;
    for (const [chatId, chat] of this.messages) this.messages.set(chatId, suspectAll(chat, since));
    this.list = suspectList(this.list, { isMissed: true });
    this.signal.changed();
  }

  readonly known = (): ReadonlyMap<string, ChatMessages> => this.messages;

  putKept(chatId: string, kept: ChatMessages): void {
    this.put(chatId, mergeMessages(this.messagesOf(chatId), kept));
  }

  putKeptList(kept: readonly KeptChat[]): void {
    this.list = withKept(this.list, kept);
    this.putEarlyChanges();
    for (const { listed } of kept) this.refresh(listed.chatId);
    this.signal.changed();
  }

  suspectList(): void {
    this.list = suspectList(this.list);
    this.signal.changed();
  }

  async loadChats(cursor: string): Promise<void> {
    const { round } = this.list;
    const { page, stamp } = await this.ask(this.source.readChatPage(cursor));
    this.list = putChatPage(this.list, page, { cursor, round, stamp });
    for (const { chatId, lastMessage } of page.chats)
      this.messages.set(chatId, putMessage(this.messagesOf(chatId), lastMessage, stamp));
    this.putEarlyChanges();
    for (const mark of this.earlyMarks.takeOf(this.list.chats)) this.putMark(mark);
    for (const chatId of new Set([...this.shown.keys(), ...this.list.chats.keys()]))
      this.refresh(chatId);
    this.askForNotListed();
    this.signal.changed();
  }

  async loadMessages(chatId: string, position: Position): Promise<void> {
    const { end } = this.messagesOf(chatId);
    const reading = this.ask(this.source.readHistoryPage(chatId, position));
    const { page, ...rest } = await this.pages.read(chatId, reading);
    const whole = { ...rest, messages: page.messages, range: pageRange(position, page, end) };
    this.put(chatId, putPage(this.messagesOf(chatId), whole));
  }

  /** The pinned messages, wherever they are in the history. */
  async loadPinned(chatId: string): Promise<void> {
    const { page, stamp } = await this.ask(this.source.readPinned(chatId));
    const put = (chat: ChatMessages, message: Message) => putMessage(chat, message, stamp);
    this.put(chatId, page.reduce(put, this.messagesOf(chatId)));
  }

  private async ask<Page>(reading: Promise<Page>): Promise<{ page: Page; stamp: number }> {
    const { stamp, restarts } = this;
    const page = await reading;
    return { page, stamp: Math.max(stamp, restarts === this.restarts ? this.floor : 0) };
  }

  /** A message that was sent just now, by anybody. */
  putNew(message: Message, stamp = this.stamp): void {
    const { chatId } = message;
    this.put(chatId, putMessage(this.messagesOf(chatId), message, stamp, { isNew: true }));
    this.pages.note(message, stamp);
    this.noteNotListed({ kind: 'new', chatId, seq: message.seq, stamp });
  }

  putChanged(message: Message, stamp = this.stamp): void {
    const { chatId } = message;
    this.put(chatId, putMessage(this.messagesOf(chatId), message, stamp));
    this.pages.note(message, stamp);
    if (message.deletedAt === null || message.senderId === this.me) return;
    this.noteNotListed({ kind: 'changed', chatId, seq: message.seq, stamp });
  }

  hide(chatId: string, seq: number): void {
    this.put(chatId, dropMessage(this.messagesOf(chatId), seq, this.stamp));
    this.noteNotListed({ kind: 'changed', chatId, seq, stamp: this.stamp });
  }

  /** Reading, of anything in the chat, ends that it is marked as unread. */
  putReadMark(mark: ReadMark, stamp = this.stamp): void {
    if (mark.userId === this.me) this.putFlags(mark.chatId, { markedUnread: false }, stamp);
    this.putMark(mark);
  }

  private putMark(mark: ReadMark): void {
    const listed = this.list.chats.get(mark.chatId);
    if (!listed) return this.earlyMarks.add(mark);
    this.putListed(putReadMark(listed, this.me, mark));
    this.noteNotListed({ kind: 'read', ...mark, stamp: this.stamp });
  }

  putMute(chatId: string, until: string | null, stamp = this.stamp): void {
    this.change(chatId, 'mute', (chat) => putMute(chat, until, stamp));
  }

  putExpiry(chatId: string, seconds: number | null, stamp = this.stamp): void {
    this.change(chatId, 'expiry', (chat) => putExpiry(chat, seconds, stamp));
  }

  putFlags(chatId: string, flags: Partial<ChatFlags>, stamp = this.stamp): void {
    this.change(chatId, Object.keys(flags).join(), (chat) => {
      return { ...chat, flags: putFlags(chat.flags, flags, stamp) };
    });
  }

  putPin(chatId: string, seq: number, isPinned: boolean, stamp = this.stamp): void {
    this.change(chatId, `pin ${seq}`, (chat) => {
      return { ...chat, pins: putPin(chat.pins, seq, isPinned, stamp) };
    });
  }

  private change(chatId: string, what: string, change: (chat: ListedChat) => ListedChat): void {
    const listed = this.list.chats.get(chatId);
    if (listed) this.putListed(change(listed));
    else this.earlyChanges.add(chatId, what, change);
  }

  private putEarlyChanges(): void {
    for (const chatId of this.list.chats.keys())
      for (const change of this.earlyChanges.take(chatId))
        this.putListed(change(this.list.chats.get(chatId)!));
  }

  private putListed(chat: ListedChat): void {
    const { chatId } = chat.listed;
    this.list = { ...this.list, chats: new Map(this.list.chats).set(chatId, chat) };
    this.refresh(chatId);
    this.signal.changed();
  }

  /** Asks for the list anew if it lacks this, or remembers it for a page under way. */
  private noteNotListed(one: NotListed): void {
    const { chats, isChecked, hasMore } = this.list;
    const isNew = one.kind === 'new';
    if (!isChecked || (hasMore && !isNew)) this.notListed.add(one);
    // A chat that is not loaded yet comes with a page that knows this.
    const isAwaited = isNew || chats.has(one.chatId);
    if (isChecked && isAwaited && this.isNotListed(one)) this.suspectList();
  }

  private askForNotListed(): void {
    if (!this.list.isChecked) return;
    const later = this.notListed.takeLater(this.list.from);
    if (later.some((one) => this.isNotListed(one))) this.suspectList();
  }

  private isNotListed(one: NotListed): boolean {
    return lacks(this.list.chats.get(one.chatId), one, this.messages.get(one.chatId), this.me);
  }

  private put(chatId: string, messages: ChatMessages): void {
    this.messages.set(chatId, messages);
    this.refresh(chatId);
    this.signal.changed();
  }

  private refresh(chatId: string): void {
    const listed = this.list.chats.get(chatId);
    const chat =
      listed && (toChat(listed, this.messages.get(chatId), this.me) ?? withoutWords(listed.listed));
    if (chat) this.shown.set(chatId, chat);
    else this.shown.delete(chatId);
    this.sorted = null;
  }
}
