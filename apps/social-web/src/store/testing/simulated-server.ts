// A server with three people who write to one another. Every change is an event in the log of each person whom it concerns.
import type { Chat, ChatPage, Message } from '../../api/chats.js';

import type { ChatFlags } from '../chat-flags.js';
import { withPin } from '../chat-pins.js';

export const people = ['a', 'b', 'c'] as const;
export type PersonId = (typeof people)[number];
export const chatsOf = (person: PersonId) =>
  people.filter((other) => other !== person).map((other) => [person, other].sort().join('--'));

export type ChangeKind = 'edit' | 'delete' | 'react' | 'hide' | 'read' | 'pin' | 'unpin';

export interface SimulatedEvent {
  readonly type:
    | 'message'
    | 'changed'
    | 'hidden'
    | 'read'
    | 'mute'
    | 'expiry'
    | 'pinned'
    | 'unpinned'
    | keyof ChatFlags;
  readonly chatId: string;
  readonly seq: number;
  /** Who has read. */
  readonly userId: string;
}

export class SimulatedServer {
  private readonly chats = new Map<string, Message[]>();
  private readonly logs = new Map<string, SimulatedEvent[]>();
  private readonly hidden = new Set<string>();
  /** Numbers of what replies reply to. */
  private readonly replies = new Map<string, number>();
  private readonly readSeqs = new Map<string, number>();
  private readonly allFlags = new Map<string, ChatFlags>();
  private readonly pins = new Map<string, readonly number[]>();
  private readonly mutes = new Map<string, string | null>();
  private readonly expiries = new Map<string, number | null>();
  /** Of the order in which everything happened. */
  private time = 0;

  messages(chatId: string): readonly Message[] {
    return this.chats.get(chatId) ?? [];
  }

  log(person: PersonId): readonly SimulatedEvent[] {
    return this.logs.get(person) ?? [];
  }

  isHidden(person: PersonId, chatId: string, seq: number): boolean {
    return this.hidden.has(`${person} ${chatId} ${seq}`);
  }

  visible(person: PersonId, chatId: string): Message[] {
    return this.messages(chatId)
      .filter(({ seq }) => !this.isHidden(person, chatId, seq))
      .map((message) => this.seen(person, message));
  }

  /** With what it replies to, as that person may see it by now. */
  seen(person: PersonId, message: Message): Message {
    const { chatId, seq, deletedAt } = message;
    const quoted = this.messages(chatId)[(this.replies.get(`${chatId} ${seq}`) ?? 0) - 1];
    if (!quoted || deletedAt !== null) return message;
    const isHidden = this.isHidden(person, chatId, quoted.seq);
    const { id, senderId, text, deletedAt: quotedDeletedAt } = quoted;
    const replyTo = { id, seq: quoted.seq, senderId, deletedAt: quotedDeletedAt };
    return { ...message, replyTo: { ...replyTo, text: isHidden ? '' : text } };
  }

  readSeq(person: string, chatId: string): number {
    return this.readSeqs.get(`${person} ${chatId}`) ?? 0;
  }

  /** As its person has muted it last. */
  mutedUntil(person: PersonId, chatId: string): string | null {
    return this.mutes.get(`${person} ${chatId}`) ?? null;
  }

  mute(person: PersonId, chatId: string, until: string | null): void {
    this.mutes.set(`${person} ${chatId}`, until);
    this.tell([person], { type: 'mute', chatId, seq: 0, userId: person });
  }

  /** As either of the two has set it last. */
  expirySeconds(chatId: string): number | null {
    return this.expiries.get(chatId) ?? null;
  }

  setExpiry(person: PersonId, chatId: string, seconds: number | null): void {
    this.expiries.set(chatId, seconds);
    this.tell(chatId.split('--'), { type: 'expiry', chatId, seq: 0, userId: person });
  }

  flags(person: string, chatId: string): ChatFlags {
    return this.allFlags.get(`${person} ${chatId}`) ?? noFlags;
  }

  /** A chat without a message to see has neither. */
  setFlag(person: PersonId, chatId: string, flag: keyof ChatFlags, isOn: boolean): void {
    const flags = this.flags(person, chatId);
    if (this.visible(person, chatId).length === 0 || flags[flag] === isOn) return;
    this.allFlags.set(`${person} ${chatId}`, { ...flags, [flag]: isOn });
    this.tell([person], { type: flag, chatId, seq: 0, userId: person });
  }

  unread(person: PersonId, chatId: string): number {
    const from = this.readSeq(person, chatId);
    const isUnread = ({ seq, senderId, deletedAt }: Message) =>
      seq > from && senderId !== person && deletedAt === null;
    return this.visible(person, chatId).filter(isUnread).length;
  }

  /** A reply to the nth message, counted round, if the sender sees that. */
  send(senderId: PersonId, chatId: string, nth: number | null = null): Message {
    const before = this.messages(chatId);
    const quoted = nth === null ? undefined : before[nth % Math.max(1, before.length)];
    const isSeen = quoted?.deletedAt === null && !this.isHidden(senderId, chatId, quoted.seq);
    if (isSeen) this.replies.set(`${chatId} ${before.length + 1}`, quoted.seq);
    const message: Message = {
      ...{ id: `${chatId} ${before.length}`, chatId, senderId, text: 'text 0' },
      ...{ seq: before.length + 1, createdAt: this.now(), editedAt: null, deletedAt: null },
      reactions: [],
    };
    this.chats.set(chatId, [...before, message]);
    // Of whoever has not muted it.
    for (const one of chatId.split('--') as PersonId[])
      if (this.mutedUntil(one, chatId) === null)
        this.allFlags.set(`${one} ${chatId}`, { ...this.flags(one, chatId), archived: false });
    this.tell(chatId.split('--'), { type: 'message', chatId, seq: message.seq, userId: senderId });
    return this.seen(senderId, message);
  }

  /** Of the nth message, counted round. */
  change(person: PersonId, chatId: string, nth: number, kind: ChangeKind): void {
    const seq = (nth % Math.max(1, this.messages(chatId).length)) + 1;
    const message = this.messages(chatId)[seq - 1];
    if (!message || this.isHidden(person, chatId, seq)) return;
    const event = { chatId, seq, userId: person };
    if (kind === 'hide') {
      this.hidden.add(`${person} ${chatId} ${seq}`);
      if (this.visible(person, chatId).length === 0) this.allFlags.delete(`${person} ${chatId}`);
      return this.tell([person], { ...event, type: 'hidden' });
    }
    if (kind === 'read') return this.read(person, chatId, seq);
    if (message.deletedAt !== null) return;
    if (kind === 'pin' || kind === 'unpin') return this.pin(person, chatId, seq, kind === 'pin');
    if (kind === 'delete') this.pins.set(chatId, withPin(this.pinsOf(chatId), seq, false));
    const changed = [...this.messages(chatId)];
    changed[seq - 1] = changedBy(person, message, kind, this.now());
    this.chats.set(chatId, changed);
    this.tell(chatId.split('--'), { ...event, type: 'changed' });
  }

  private pinsOf(chatId: string): readonly number[] {
    return this.pins.get(chatId) ?? [];
  }

  private pin(person: PersonId, chatId: string, seq: number, isPinned: boolean): void {
    const before = this.pinsOf(chatId);
    if (before.includes(seq) === isPinned) return;
    this.pins.set(chatId, withPin(before, seq, isPinned));
    const type = isPinned ? 'pinned' : 'unpinned';
    this.tell(chatId.split('--'), { type, chatId, seq, userId: person });
  }

  /** Without those that this person has hidden; the newest pin last. */
  pinnedMessages(person: PersonId, chatId: string): readonly Message[] {
    const visible = this.visible(person, chatId);
    return this.pinsOf(chatId).flatMap((seq) => visible.find((one) => one.seq === seq) ?? []);
  }

  /** Everything up to this message is read, whether or not it is hidden. */
  read(person: PersonId, chatId: string, seq: number): void {
    const flags = this.flags(person, chatId);
    if (seq <= this.readSeq(person, chatId) && !flags.markedUnread) return;
    const readSeq = Math.max(seq, this.readSeq(person, chatId));
    this.readSeqs.set(`${person} ${chatId}`, readSeq);
    this.allFlags.set(`${person} ${chatId}`, { ...flags, markedUnread: false });
    this.tell(chatId.split('--'), { type: 'read', chatId, seq, userId: person });
  }

  /** The chats whose newest message is older than the cursor, or all; that with the newest comes first. */
  chatPage(person: PersonId, cursor = '', limit = Infinity): ChatPage {
    const found = chatsOf(person).flatMap((chatId) => {
      const lastMessage = this.visible(person, chatId).at(-1);
      if (!lastMessage) return [];
      const partner = chatId.split('--').find((id) => id !== person)!;
      const chat = {
        ...{ chatId, lastMessage, unread: this.unread(person, chatId) },
        readSeq: this.readSeq(person, chatId),
        readByPartnerSeq: this.readSeq(partner, chatId),
        mutedUntil: this.mutedUntil(person, chatId),
        expirySeconds: this.expirySeconds(chatId),
        ...this.flags(person, chatId),
        pinned: this.pinnedMessages(person, chatId).map(({ seq }) => seq),
        person: { id: partner },
      };
      return [chat as Chat];
    });
    const createdAt = ({ lastMessage }: Chat) => lastMessage.createdAt;
    const rest = found
      .filter((chat) => cursor === '' || createdAt(chat) < cursor)
      .sort((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1));
    const chats = rest.slice(0, limit);
    return { chats, nextCursor: rest.length > limit ? createdAt(chats.at(-1)!) : null };
  }

  private now(): string {
    return new Date(++this.time).toJSON();
  }

  private tell(ids: readonly string[], event: SimulatedEvent): void {
    for (const id of ids) this.logs.set(id, [...(this.logs.get(id) ?? []), event]);
  }
}

const noFlags: ChatFlags = { archived: false, markedUnread: false };

function changedBy(person: string, message: Message, kind: ChangeKind, at: string): Message {
  if (kind === 'edit') return { ...message, text: `text at ${at}`, editedAt: at };
  if (kind === 'delete')
    return { ...message, text: '', editedAt: null, deletedAt: at, reactions: [] };
  const others = message.reactions.filter(({ userId }) => userId !== person);
  const isOn = others.length === message.reactions.length;
  return { ...message, reactions: isOn ? [...others, { userId: person, emoji: '👍' }] : others };
}
