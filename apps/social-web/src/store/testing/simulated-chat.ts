// A server with one chat of two people, whose replies, confirmations and events arrive when a test says so.
import type { Chat, ChatPage, HistoryPage, Message, Position } from '../../api/chats.js';
import { LocalStore } from '../local-store.js';
import { visibleMessages } from '../visible-messages.js';

export const me = 'a';
const partner = 'b';
const chatId = 'a--b';
const pageLimit = 5;

interface Event {
  readonly type: 'message' | 'changed' | 'hidden' | 'read';
  readonly seq: number;
}

interface Request {
  /** What the server replies at the moment at which it reads. */
  readonly read: () => unknown;
  reply: { readonly value: unknown } | null;
  readonly arrive: (value: unknown) => void;
}

export class SimulatedChat {
  readonly messages: Message[] = [];
  readonly hidden = new Set<number>();
  readSeq = 0;
  private readonly events: Event[] = [];
  private delivered = 0;
  private requests: Request[] = [];
  readonly store = new LocalStore(me, {
    readChatPage: () => this.ask(() => this.chatPage()),
    readHistoryPage: (_chatId, position) => this.ask(() => this.historyPage(position)),
  });

  private ask<Reply>(read: () => Reply): Promise<Reply> {
    return new Promise((resolve) => {
      this.requests.push({ read, reply: null, arrive: (value) => resolve(value as Reply) });
    });
  }

  send(isOwn: boolean): void {
    const { stamp } = this.store;
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
    if (isOwn) void this.ask(() => message).then((stored) => this.store.putNew(stored, stamp));
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
    const { unread, readSeq } = this;
    const chat = {
      chatId,
      lastMessage,
      unread,
      readSeq,
      readByPartnerSeq: 0,
      person: { id: partner },
    };
    return { chats: [chat as Chat], nextCursor: null };
  }

  private historyPage({ before, after, around }: Position): HistoryPage {
    const { visible } = this;
    const older = (limit: number, to: number) => {
      const all = visible.filter(({ seq }) => seq <= to);
      return { found: all.slice(-limit), isMore: all.length > limit };
    };
    const newer = (limit: number, from: number) => {
      const all = visible.filter(({ seq }) => seq >= from);
      return { found: all.slice(0, limit), isMore: all.length > limit };
    };
    const pageOf = (messages: Message[], older: number | null, newer: number | null) => {
      return { messages, olderCursor: older, newerCursor: newer, nextCursor: null };
    };
    if (after !== undefined) {
      const { found, isMore } = newer(pageLimit, after + 1);
      return pageOf(found, after > 0 ? after + 1 : null, isMore ? found.at(-1)!.seq : null);
    }
    const past = older(pageLimit, around ?? (before ?? Infinity) - 1);
    const olderCursor = past.isMore ? past.found[0]!.seq : null;
    if (around === undefined)
      return pageOf(past.found, olderCursor, before === undefined ? null : before - 1);
    const rest = newer(pageLimit, around + 1);
    const newerCursor = rest.isMore ? rest.found.at(-1)!.seq : null;
    return pageOf([...past.found, ...rest.found], olderCursor, newerCursor);
  }

  /** The server reads for the nth request that waits. */
  answer(nth: number): void {
    const waiting = this.requests.filter(({ reply }) => reply === null);
    const request = waiting[nth % waiting.length];
    if (request) request.reply = { value: request.read() };
  }

  /** The nth reply reaches the client. */
  async arrive(nth: number): Promise<void> {
    const replied = this.requests.filter(({ reply }) => reply !== null);
    const request = replied[nth % replied.length];
    if (!request) return;
    this.requests = this.requests.filter((one) => one !== request);
    request.arrive(request.reply!.value);
    await Promise.resolve();
    await new Promise(setImmediate);
  }

  /** The next event reaches the client, with its message as it is now. */
  deliver(): void {
    const event = this.events[this.delivered];
    if (!event) return;
    this.delivered += 1;
    const { type, seq } = event;
    const { store } = this;
    store.passEvent(String(this.delivered));
    const message = this.messages[seq - 1]!;
    if (type === 'read') store.putReadMark({ chatId, userId: me, seq });
    else if (type === 'hidden' || this.hidden.has(seq)) store.hide(chatId, seq);
    else if (type === 'message') store.putNew(message);
    else store.putChanged(message);
  }

  /** The stream is opened anew, and nobody knows how many events it has left out. */
  reset(): void {
    this.delivered = this.events.length;
    this.store.restart(String(this.delivered));
  }

  /** As a page that shows the end of the chat, or the messages around one. */
  look(around: number | null): void {
    const { missing } = visibleMessages(this.store.messagesOf(chatId), around, pageLimit);
    if (missing) void this.store.loadMessages(chatId, missing);
    const { isChecked, cursor } = this.store.chatList();
    if (!isChecked && cursor !== null) void this.store.loadChats(cursor);
  }

  shown(around: number | null) {
    return visibleMessages(this.store.messagesOf(chatId), around, pageLimit);
  }

  get shownUnread(): number {
    return this.store.chat(chatId)?.unread ?? 0;
  }

  /** Everything that is under way arrives, and what is still missing is fetched. */
  async settle(): Promise<void> {
    while (this.delivered < this.events.length) this.deliver();
    for (let rounds = 0; rounds < 100; rounds++) {
      while (this.requests.length > 0) {
        this.answer(0);
        await this.arrive(0);
      }
      this.look(null);
      if (this.requests.length === 0) return;
    }
    throw new Error('the client never stops asking');
  }
}
