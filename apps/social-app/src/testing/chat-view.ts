import type { ReceivedEvent } from './event-client.js';
import type { TestApp } from './test-app.js';
import type { SignedInUser } from './signed-in-user.js';

/** A message as one of the two sees it, reduced to what can be compared. */
export interface SeenMessage {
  readonly seq: number;
  readonly senderId: string;
  readonly text: string;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly forwarded: boolean;
  /** `<user id> <emoji>`, sorted. */
  readonly reactions: readonly string[];
  /** The number of the message that it replies to, and what is shown of it. */
  readonly quote: string | null;
}

export interface SeenChat {
  readonly messages: readonly SeenMessage[];
  readonly unread: number;
  readonly readSeq: number;
  readonly readByPartnerSeq: number;
  /** Numbers of pinned messages, sorted: of pins at the same time either may come first. */
  readonly pinned: readonly number[];
  readonly archived: boolean;
  readonly markedUnread: boolean;
}

/** All that a user knows. Chats without a message to see are left out. */
export interface View {
  readonly friends: readonly string[];
  readonly readReceipts: boolean;
  readonly chats: Readonly<Record<string, SeenChat>>;
}

type Marks = Omit<SeenChat, 'messages' | 'unread'>;

export function toSeenChat(me: string, messages: readonly SeenMessage[], marks: Marks): SeenChat {
  const unread = messages.filter(
    ({ senderId, seq, deleted }) => senderId !== me && !deleted && seq > marks.readSeq,
  ).length;
  return { messages, unread, ...marks };
}

/** The wire's shapes, as far as they are looked at; the comparison checks them. */
interface WireMessage extends Omit<SeenMessage, 'reactions' | 'quote' | 'forwarded'> {
  readonly forwarded?: true;
  readonly replyTo?: { readonly seq: number; readonly text: string };
  readonly editedAt: string | null;
  readonly deletedAt: string | null;
  readonly reactions: readonly { userId: string; emoji: string }[];
}
interface EventData {
  readonly userId: string;
  readonly chatId?: string;
  readonly seq: number;
  readonly message?: WireMessage | null;
  readonly settings: { readonly readReceipts: boolean };
  readonly archived?: boolean;
  readonly markedUnread?: boolean;
}
interface WireChat extends Omit<SeenChat, 'messages'> {
  readonly chatId: string;
}

function toSeen({ seq, senderId, text, ...message }: WireMessage): SeenMessage {
  const reactions = message.reactions.map(({ userId, emoji }) => `${userId} ${emoji}`).sort();
  const [edited, deleted] = [message.editedAt !== null, message.deletedAt !== null];
  const { replyTo, forwarded = false } = message;
  const quote = replyTo ? `${replyTo.seq} ${replyTo.text}` : null;
  return { seq, senderId, text, edited, deleted, forwarded, reactions, quote };
}

/** Quotes as they follow from the messages themselves, which is what a client does with events of the quoted one. */
function withQuotes(messages: ReadonlyMap<number, SeenMessage>): SeenMessage[] {
  const sorted = [...messages.values()].sort((a, b) => a.seq - b.seq);
  return sorted.map((message) => {
    const seq = message.quote === null ? null : parseInt(message.quote);
    return seq === null
      ? message
      : { ...message, quote: `${seq} ${messages.get(seq)?.text ?? ''}` };
  });
}

/** What the routes show. */
export async function fetchView(world: TestApp, me: SignedInUser): Promise<View> {
  const get = async <T>(url: string) => (await world.get(me, url)).body as T;
  const { friends } = await get<{ friends: { id: string }[] }>('/api/friends');
  const { chats } = await get<{ chats: WireChat[] }>('/api/chats');
  const { readReceipts } = await get<{ readReceipts: boolean }>('/api/settings');
  const seen: Record<string, SeenChat> = {};
  for (const { chatId, pinned: pins, ...chat } of chats) {
    const url = `/api/messages?chatId=${chatId}&limit=100`;
    const { messages } = await get<{ messages: WireMessage[] }>(url);
    const pinned = [...pins].sort((a, b) => a - b);
    const { unread, readSeq, readByPartnerSeq, archived, markedUnread } = chat;
    const marks = { readSeq, readByPartnerSeq, pinned, archived, markedUnread };
    seen[chatId] = { messages: messages.map(toSeen), unread, ...marks };
  }
  return { friends: friends.map(({ id }) => id).sort(), readReceipts, chats: seen };
}

/** What the events alone lead to. */
export function rebuildView(me: string, events: readonly ReceivedEvent[]): View {
  const friends = new Set<string>();
  const chats = new Map<
    string,
    {
      messages: Map<number, SeenMessage>;
      own: number;
      other: number;
      pins: Set<number>;
      archived: boolean;
      marked: boolean;
    }
  >();
  let readReceipts = true;
  for (const { type, data: anything } of events) {
    const data = anything as EventData;
    if (type === 'new_friend') friends.add(data.userId);
    else if (type === 'removed_friend') friends.delete(data.userId);
    else if (type === 'settings') readReceipts = data.settings.readReceipts;
    else if (data.chatId) {
      const chat = chats.get(data.chatId) ?? {
        messages: new Map(),
        own: 0,
        other: 0,
        pins: new Set(),
        archived: false,
        marked: false,
      };
      chats.set(data.chatId, chat);
      if (type === 'message_pinned') chat.pins.add(data.seq);
      if (type === 'message_unpinned' || type === 'message_deleted') chat.pins.delete(data.seq);
      if (data.archived !== undefined) chat.archived = data.archived;
      if (data.markedUnread !== undefined) chat.marked = data.markedUnread;
      if (type === 'read' && data.userId === me) chat.marked = false;
      if (['message_unpinned', 'archive', 'unread'].includes(type)) continue;
      if (type === 'read') chat[data.userId === me ? 'own' : 'other'] = data.seq;
      else if (data.message) chat.messages.set(data.seq, toSeen(data.message));
      else chat.messages.delete(data.seq);
    }
  }
  const seen: Record<string, SeenChat> = {};
  for (const [chatId, { messages, own: readSeq, other: readByPartnerSeq, ...chat }] of chats) {
    const sorted = withQuotes(messages);
    const pinned = [...chat.pins].filter((seq) => messages.has(seq)).sort((a, b) => a - b);
    const { archived, marked: markedUnread } = chat;
    const marks = { readSeq, readByPartnerSeq, pinned, archived, markedUnread };
    if (sorted.length > 0) seen[chatId] = toSeenChat(me, sorted, marks);
  }
  return { friends: [...friends].sort(), readReceipts, chats: seen };
}
