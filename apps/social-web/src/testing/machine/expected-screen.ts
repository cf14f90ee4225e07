// What the server says that somebody has, in the shape in which a screen shows it.
import type { Chat, Message } from '../../api/chats.js';
import { en } from '../../texts/en.js';
import { durationText } from '../../ui/duration.js';
import { messageWords } from '../../ui/message-words.js';
import type { MachinePerson } from './machine-person.js';

export interface RowOnScreen {
  /** Of the message: its `clientId` or `id`. */
  readonly key: string;
  /** Null when it was deleted. */
  readonly text: string | null;
  /** What it replies to; empty when that is gone, null without. */
  readonly quote: string | null;
  readonly isEdited: boolean;
  readonly isForwarded: boolean;
  /** A picture or a sound, or the name of a file; pictures come first. */
  readonly files: readonly string[];
  /** Each emoji with its count, and whether one is the person's own. */
  readonly reactions: readonly string[];
}

export interface ListedOnScreen {
  readonly chatId: string;
  /** Null where a draft stands in its place. */
  readonly preview: string | null;
  readonly unread: number;
  readonly isMuted: boolean;
  /** By its reader, while nothing is unread. */
  readonly isMarked: boolean;
}

export interface ExpectedChat {
  readonly chatId: string;
  readonly partner: string;
  readonly readSeq: number;
  /** Whether its person may write there. */
  readonly isOpen: boolean;
  readonly messages: readonly Message[];
  readonly rows: readonly RowOnScreen[];
  /** What is said of the end of messages; empty where they stay. */
  readonly expiry: string;
  /** The text of the newest pin and how many there are; null without. */
  readonly pinned: readonly [string, number] | null;
}

export interface Expected {
  readonly me: string;
  /** Those that are archived as well. */
  readonly list: readonly ListedOnScreen[];
  readonly archived: ReadonlySet<string>;
  /** When the last message of each chat was sent, as far as a client is told. */
  readonly lastAt: ReadonlyMap<string, string>;
  readonly chats: ReadonlyMap<string, ExpectedChat>;
}

export const keyOf = ({ clientId, id }: Message) => clientId ?? id;

/** @param url of the server itself: what is compared with does not come through the network that is tested */
export async function readExpected(
  url: string,
  { context, name }: MachinePerson,
  partnerOf: (chatId: string) => string,
): Promise<Expected> {
  const get = async <Body>(path: string) => {
    // The server may close a connection in the moment in which it is asked over it.
    const reply = await context.request.get(url + path, { timeout: 30_000, maxRetries: 3 });
    if (!reply.ok()) throw new Error(`${name}: ${path} is ${reply.status()}`);
    return (await reply.json()) as Body;
  };
  const { user } = await get<{ user: { id: string } }>('/api/auth/session');
  const { chats } = await get<{ chats: readonly Chat[] }>('/api/chats?limit=100');
  const relations = await get<{ friends: { chatId: string }[] }>('/api/friends');
  const openChats = new Set(relations.friends.map(({ chatId }) => chatId));
  const read = async (chat: Chat): Promise<[string, ExpectedChat]> => {
    const { chatId, readSeq } = chat;
    const messages: Message[] = [];
    for (let before = ''; ;) {
      const page = await get<{ messages: Message[]; nextCursor: number | null }>(
        `/api/messages?chatId=${chatId}&limit=100${before}`,
      );
      messages.unshift(...page.messages);
      if (page.nextCursor === null) break;
      before = `&before=${page.nextCursor}`;
    }
    const rows = messages.map((message) => rowOf(message, user.id));
    const [isOpen, partner] = [openChats.has(chatId), partnerOf(chatId)];
    const [pinned, expiry] = [pinnedOf(chat, messages), expiryOf(chat)];
    return [chatId, { chatId, partner, readSeq, isOpen, messages, rows, expiry, pinned }];
  };
  return {
    me: user.id,
    list: chats.map((chat) => listedOf(chat)),
    archived: new Set(chats.filter(({ archived }) => archived).map(({ chatId }) => chatId)),
    lastAt: new Map(chats.map(({ chatId, lastMessage }) => [chatId, lastMessage.createdAt])),
    chats: new Map(await Promise.all(chats.map(read))),
  };
}

function pinnedOf({ pinned }: Chat, messages: readonly Message[]): ExpectedChat['pinned'] {
  const newest = messages.find(({ seq }) => seq === pinned.at(-1));
  return newest ? [messageWords(newest, en), pinned.length] : null;
}

const expiryOf = ({ expirySeconds }: Chat) =>
  expirySeconds === null ? '' : en.expiry.sign(durationText(expirySeconds, 'en-GB'));

function filesOf({ attachments = [] }: Message): readonly string[] {
  const shown = { image: 'picture', video: 'film', audio: 'sound' };
  const of = (isPicture: boolean) =>
    attachments.filter(({ kind }) => (kind === 'image') === isPicture);
  return [...of(true), ...of(false)].map(({ kind, name }) =>
    kind === 'file' ? (name ?? '') : shown[kind],
  );
}

function rowOf(message: Message, me: string): RowOnScreen {
  const { text, editedAt, deletedAt } = message;
  const emoji = [...new Set(message.reactions.map((one) => one.emoji))];
  const reactions = emoji.map((one) => {
    const users = message.reactions.filter((reaction) => reaction.emoji === one);
    return `${one} ${users.length}${users.some(({ userId }) => userId === me) ? ' own' : ''}`;
  });
  const isDeleted = deletedAt !== null;
  return {
    key: keyOf(message),
    text: isDeleted ? null : text,
    quote: message.replyTo ? messageWords(message.replyTo, en) : null,
    isEdited: editedAt !== null && !isDeleted,
    isForwarded: message.forwarded === true,
    files: filesOf(message),
    reactions: reactions.sort(),
  };
}

function listedOf(chat: Chat): ListedOnScreen {
  const { chatId, lastMessage, unread, mutedUntil, markedUnread } = chat;
  const preview = lastMessage.deletedAt ? 'Message deleted' : messageWords(lastMessage, en);
  const isMarked = markedUnread && unread === 0;
  return { chatId, preview, unread, isMuted: mutedUntil !== null, isMarked };
}
