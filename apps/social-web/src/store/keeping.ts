// Keeps what a tab knows on the device, for its next start and for other tabs (ADR 0043). Guarantees: what is kept is everything
// up to an event, whose id is kept with it, so that the stream can be resumed there; no tab takes back what another has learnt.
//   reading    → what is kept is on the screen; the events after it come with the stream
//   joined     → of which events this tab has missed none is known: from now on it writes, a moment after each change
//   restarted  → events are missing between what is kept and what comes: what is kept is stale until a page confirms it
//   other log  → another tab has restarted, and this one will hear of it: it writes nothing until then, unless it has the
//                stream itself: then that tab was closed, and what it has kept is stale until a page confirms it
//   unheard    → a release that hears other events has written last: what is kept is stale until a page confirms it
//   cut off    → this tab has the stream, and the tab before was closed before it had written what is between: as after a restart
//   forgotten  → a page has failed, perhaps by what was kept, which is gone: a tab that knows it writes none of it again
//   failed     → the device keeps nothing more; what is kept stays as it is, and so does its event
import type { Chat } from '../api/chats.js';
import type { DeviceDatabase } from '../api/device-database.js';
import { newId } from '../api/new-id.js';
import { serverNow } from '../api/server-clock.js';
import { withoutEnded } from './ended-messages.js';
import { endsKey, endsOf, withEnds, type KeptEnds } from './kept-ends.js';
import { listKey, withoutEndedList, type KeptList } from './kept-list.js';
import { fromKept, mergeMessages, type KeptMessages } from './kept-messages.js';
import type { LocalStore } from './local-store.js';
import { suspectAll, type ChatMessages } from './messages.js';
import {
  chatKey,
  keptChat,
  newestCount,
  newestKey,
  type OpenedChat,
  type Position,
} from './newest-messages.js';

export const positionKey = 'position';
/** The chats that are kept: what two pages of the list bring. */
const maxChats = 200;
const writtenAfterMs = 300;

export const numberOf = (id: string) => Number.parseInt(id, 10);

export class Keeping {
  private readonly store: LocalStore;
  private readonly database: DeviceDatabase;
  private readonly newest: number;
  private readonly heard: string;
  private readonly written = new Map<string, ChatMessages>();
  private writtenList: unknown = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** This tab has missed no event after this one; null until that is known. */
  private from: number | null = null;
  /** Those restarts of the store are known here. */
  private restarts = 0;
  /** And has not yet said so on the device. */
  private hasRestarted = false;
  private hasStream = false;
  /** It has heard from where on it misses none, and reads what is kept up to there. */
  private isFollowing = false;
  private isOff = false;
  /** There was a position on the device that this tab knows of. */
  private isKept = false;

  /**
   * @param heard the types of the events that come here
   * @param newest so many messages of a chat a start reads first
   */
  constructor(store: LocalStore, database: DeviceDatabase, heard = '', newest = newestCount) {
    this.store = store;
    this.database = database;
    this.heard = heard;
    this.newest = newest;
    store.opened.read = (chatId) => this.read(chatId);
  }

  /** Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = this.store.subscribe(() => {
      this.timer ??= setTimeout(() => void this.write(), writtenAfterMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(this.timer);
    };
  }

  /** Takes what was read at the start, before anything else is known. */
  open(kept: Position, list: unknown, opened: OpenedChat | null): void {
    const { store } = this;
    this.isKept = true;
    const position = this.ofHeard(kept);
    if (position.epoch !== '') {
      store.join(position.epoch);
      store.reach(position.cursor);
    }
    this.restarts = store.restarts;
    this.putList(position, list);
    if (!opened) return;
    this.put(opened.kept, position);
    if (opened.isWhole) store.opened.add(opened.kept.chatId);
  }

  /** This tab has the stream from now on, which goes on after this event; null for a new one. */
  lead(cursor: string | null): void {
    this.hasStream = true;
    if (cursor === null || this.from !== null || this.isFollowing) return;
    // Nothing has said yet which log this is.
    if (this.store.epoch === '') this.store.restart(cursor);
    this.from = numberOf(cursor);
    this.store.cursor = cursor;
  }

  /** The tab with the stream has written everything up to this event; every later one comes here as well. */
  async follow(cursor: string): Promise<void> {
    this.noteRestart();
    if (this.from !== null) return;
    this.isFollowing = true;
    const { store } = this;
    const chatIds = [...store.known().keys()];
    const values = await this.readAll([positionKey, listKey, ...chatIds.map(chatKey)]);
    const [kept, list, ...chats] = values as [Position?, unknown?, ...KeptMessages[]];
    const position = kept && this.ofHeard(kept);
    this.isKept ||= kept !== undefined;
    this.isFollowing = false;
    this.noteRestart();
    if (this.from !== null) return;
    this.from = numberOf(cursor);
    const epoch = position?.epoch || store.epoch || cursor;
    const { heard } = store;
    // All it knows came after it had begun to listen; unless the log began later, and who said so was closed meanwhile.
    const isHeard = numberOf(epoch) <= this.from;
    if (store.epoch === '' && isHeard) store.adopt(epoch);
    else if (epoch !== store.epoch) store.join(epoch);
    if (!position || numberOf(position.cursor) < this.from) store.suspect(this.from);
    store.reach(cursor);
    // It has gone on meanwhile.
    if (heard !== null) store.reach(heard);
    this.restarts = store.restarts;
    if (!position) return;
    // A page that was asked for since this tab listens lacks nothing. What is kept may lack what it has not heard of.
    this.putList(null, list);
    for (const chat of chats) if (chat) this.put(chat, position);
  }

  /** Of another log, as it were, where whoever has written it did not hear what comes here. */
  private ofHeard(position: Position): Position {
    return position.heard === this.heard ? position : { ...position, epoch: '' };
  }

  private noteRestart(): void {
    const { restarts, since } = this.store;
    if (restarts === this.restarts) return;
    this.restarts = restarts;
    this.from = since;
    this.hasRestarted = true;
  }

  private async read(chatId: string): Promise<void> {
    const values = await this.readAll([positionKey, chatKey(chatId)]);
    const [position, kept] = values as [Position?, KeptMessages?];
    this.noteRestart();
    if (!position || !kept) return;
    try {
      this.put(kept, this.ofHeard(position));
    } catch {
      // Damaged: it is fetched anew, and nothing is merged with it any more.
      await this.drop(chatId);
    }
  }

  private async drop(chatId: string): Promise<void> {
    const removed = { [chatKey(chatId)]: undefined, [newestKey(chatId)]: undefined };
    await this.database.change(this.store.me, [], () => removed).catch(() => {});
  }

  private async readAll(keys: readonly string[]): Promise<readonly unknown[]> {
    if (this.isOff) return [];
    return this.database.read(keys).catch(() => []);
  }

  private put(kept: KeptMessages, { epoch, cursor }: Position): void {
    const { store } = this;
    const isMissed = epoch !== store.epoch || numberOf(cursor) < (this.from ?? 0);
    const chat = withoutEnded(fromKept(kept), serverNow());
    const current = isMissed || kept.epoch !== epoch ? suspectAll(chat, store.since) : chat;
    store.putKept(kept.chatId, current);
  }

  /** Without a position it is there to be seen until a page comes. */
  private putList(position: Position | null, list: unknown): void {
    const kept = list as KeptList | undefined;
    const isMissed = kept?.epoch !== this.store.epoch || position?.epoch !== this.store.epoch;
    const stampOf = (stamp: number) => (isMissed ? -1 : stamp);
    if (!kept) return;
    const { chats } = withoutEndedList(kept);
    this.store.putKeptList(chats.map((one) => ({ ...one, stamp: stampOf(one.stamp) })));
  }

  /** When the first message of each chat ends that is kept. */
  async ends(): Promise<ReadonlyMap<string, number>> {
    const [kept] = (await this.readAll([endsKey])) as [KeptEnds?];
    return endsOf(kept);
  }

  /** Writes what has changed here since the last time, merged with what other tabs have written. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.noteRestart();
    if (this.isOff || this.from === null) return;
    const changed = [...this.store.known()]
      .filter(([chatId, chat]) => this.written.get(chatId) !== chat)
      .map(([chatId]) => chatId);
    const keys = [positionKey, listKey, endsKey, ...changed.map(chatKey)];
    await this.database
      .change(this.store.me, keys, (values) => this.merged(values, changed))
      // Denied, or no space left: what is there is whole up to its own event.
      .catch(() => (this.isOff = true));
  }

  private merged(values: readonly unknown[], changed: readonly string[]) {
    const [kept, list, ends, ...chats] = values as [
      Position?,
      KeptList?,
      KeptEnds?,
      ...KeptMessages[],
    ];
    if (!kept && this.isKept) {
      this.isOff = true;
      return null;
    }
    const position = kept && this.ofHeard(kept);
    if (position && this.isCutOff(position)) this.beginAnew();
    const { cursor, epoch } = this.store;
    if (cursor === null || !this.isWritable(position)) return null;
    this.isKept = true;
    const isHeard = !kept || kept.heard === this.heard || this.hasRestarted;
    this.hasRestarted = false;
    const isLater = position?.epoch !== epoch || numberOf(cursor) >= numberOf(position.cursor);
    const mark = position?.mark ?? newId();
    const reached = isLater ? { epoch, cursor } : position;
    const heard = isHeard ? this.heard : undefined;
    const next: Record<string, unknown> = { [positionKey]: { ...reached, mark, heard } };
    const shown = this.store.chats();
    const rest = list && withoutEndedList(list);
    if (this.store.chatList().isChecked && shown !== this.writtenList) {
      next[listKey] = this.mergedList(list, numberOf(cursor));
      this.writtenList = shown;
    } else if (rest !== list) next[listKey] = rest;
    const merged = new Map<string, ChatMessages>();
    changed.forEach((chatId, index) => {
      const mine = this.store.messagesOf(chatId);
      const chat = this.mergedChat(mine, chats[index]);
      const pinned = this.store.chat(chatId)?.pinned ?? [];
      Object.assign(next, keptChat(chatId, chat, { epoch, mark, count: this.newest, pinned }));
      this.written.set(chatId, mine);
      merged.set(chatId, chat);
    });
    next[endsKey] = withEnds(ends, merged);
    return next;
  }

  /** What is kept reaches up to where the knowledge of this tab begins, or becomes stale by a restart of this tab. */
  private isWritable(position: Position | undefined): boolean {
    if (!position || this.hasRestarted) return true;
    if (position.epoch !== this.store.epoch) return this.hasStream;
    return numberOf(position.cursor) >= (this.from ?? Infinity);
  }

  /** What is kept ends before the knowledge of this tab begins, and no other tab writes what is between. */
  private isCutOff({ epoch, cursor }: Position): boolean {
    const isSame = epoch === this.store.epoch && !this.hasRestarted;
    return this.hasStream && isSame && numberOf(cursor) < (this.from ?? 0);
  }

  private beginAnew(): void {
    const { store } = this;
    if (store.cursor !== null) store.join(store.cursor);
    this.noteRestart();
  }

  private mergedChat(mine: ChatMessages, kept: KeptMessages | undefined): ChatMessages {
    if (!kept) return mine;
    const before = fromKept(kept);
    return mergeMessages(
      kept.epoch === this.store.epoch ? before : suspectAll(before, mine.since),
      mine,
    );
  }

  private mergedList(before: KeptList | undefined, stamp: number): KeptList {
    const { epoch } = this.store;
    const kept = before?.epoch === epoch ? before.chats : [];
    const chats = this.store.chats().slice(0, maxChats);
    const newer = ({ chatId }: Chat) =>
      kept.find((one) => one.listed.chatId === chatId && one.stamp > stamp);
    return { epoch, chats: chats.map((listed) => newer(listed) ?? { listed, stamp }) };
  }
}
