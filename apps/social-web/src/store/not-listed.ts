// What a page of the list of chats that was asked for earlier cannot know (ADR 0041).
import { isCountedThere, isUnreadKnown, toChat, type ListedChat } from './chat-list.js';
import { noMessages, type ChatMessages } from './messages.js';

export interface NotListed {
  /** A new message, one that is unread no more, or a read mark. */
  readonly kind: 'new' | 'changed' | 'read';
  readonly chatId: string;
  readonly seq: number;
  readonly stamp: number;
}

/** Whether the chat, as the list has it, has to be asked for anew because of this. */
export function lacks(
  listed: ListedChat | undefined,
  { kind, seq }: NotListed,
  messages: ChatMessages = noMessages,
  me: string,
): boolean {
  if (!listed) return kind !== 'read';
  if (kind === 'new') return false;
  if (kind === 'read') return !isUnreadKnown(listed, messages);
  // Which message is the last one now, only the server knows.
  return !toChat(listed, messages, me) || isCountedThere(listed, messages, seq);
}

export class NotListedYet {
  private readonly all = new Map<string, NotListed>();

  add(one: NotListed): void {
    const key = `${one.kind} ${one.chatId} ${one.seq}`;
    if (one.stamp >= (this.all.get(key)?.stamp ?? 0)) this.all.set(key, one);
  }

  /** Those that are later than the list, which has been read to its end or as far as before. */
  takeLater(stamp: number): readonly NotListed[] {
    const later = [...this.all.values()].filter((one) => one.stamp > stamp);
    this.all.clear();
    return later;
  }
}
