// Edits that are not saved yet, of each message: they are there when one comes back from another chat, from another page of the client, or
// from what was chosen in the conversation meanwhile. They are in the memory of this page alone; before that is closed, the browser asks.
// Once a message is gone, what was changed of it is the draft of a new one.
import { useSyncExternalStore } from 'react';
import type { Message } from '../api/chats.js';
import { addToDraft } from '../api/kept-drafts.js';
import { ChangeSignal } from './change-signal.js';
import { isOver } from './ended-messages.js';
import type { LocalStore } from './local-store.js';
import { perStore } from './per-store.js';
import { useStore } from './use-store.js';

interface ChangedEdit {
  readonly message: Message;
  readonly text: string;
}

export class ChangedEdits {
  private readonly store: Pick<LocalStore, 'messagesOf' | 'subscribe'>;
  /** By the ids of their messages; the one that was open last is the last one. */
  private readonly byMessage = new Map<string, ChangedEdit>();
  /** Ids of messages that are gone, and whose words are in a draft. */
  private readonly moved = new Set<string>();
  private readonly signal = new ChangeSignal();

  constructor(store: ChangedEdits['store']) {
    this.store = store;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.signal.subscribe(listener), this.store.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  };

  /** Of any chat; of a message that is gone there is nothing left to save. */
  readonly has = (): boolean =>
    [...this.byMessage.values()].some(({ message }) => !this.isEnded(message));

  private isEnded({ chatId, seq }: Message): boolean {
    return isOver(this.store.messagesOf(chatId), seq);
  }

  /** Returns the messages whose words are in the drafts of their chats from now on. */
  moveEnded(): readonly Message[] {
    const ended = [...this.byMessage.values()].filter(({ message }) => this.isEnded(message));
    for (const { message, text } of ended) {
      addToDraft(message.chatId, text);
      this.moved.add(message.id);
      this.end(message);
    }
    return ended.map(({ message }) => message);
  }

  isMoved({ id }: Pick<Message, 'id'>): boolean {
    return this.moved.has(id);
  }

  textOf({ id }: Pick<Message, 'id'>): string | undefined {
    return this.byMessage.get(id)?.text;
  }

  /** The message of a chat whose edit was open last. */
  lastOf(chatId: string): Message | null {
    const messages = [...this.byMessage.values()].map(({ message }) => message);
    return messages.findLast((one) => one.chatId === chatId) ?? null;
  }

  /** It is the one that was open last. */
  open(message: Message): void {
    const text = this.textOf(message);
    if (text !== undefined) this.change(message, text);
  }

  change(message: Message, text: string): void {
    this.byMessage.delete(message.id);
    if (text !== message.text) this.byMessage.set(message.id, { message, text });
    this.signal.changed();
  }

  /** It is saved, or given up. */
  end({ id }: Pick<Message, 'id'>): void {
    if (this.byMessage.delete(id)) this.signal.changed();
  }
}

const changedEditsOf = perStore((store) => new ChangedEdits(store));

export function useChangedEdits(): ChangedEdits {
  return changedEditsOf(useStore());
}

export function useHasChangedEdit(): boolean {
  const { subscribe, has } = useChangedEdits();
  return useSyncExternalStore(subscribe, has);
}
