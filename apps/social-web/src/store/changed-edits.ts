// Edits that are not saved yet, of each message, in every tab and after a reload (`api/kept-edits.ts`): they are there when one comes
// back from another chat or page, or from what was chosen in the conversation meanwhile.
//   changed → kept, as whoever typed last has it, in whichever tab
//   kept    → gone, for every tab: saved, given up, or changed back
//           → the draft of a new message, once its own is gone
// Of what the device does not keep the browser asks before the page is left.
import { useSyncExternalStore } from 'react';
import type { Message } from '../api/chats.js';
import { mayBeOwner } from '../api/device-owner.js';
import { addToDraft, isDraftFirst, putDraftFirst, watchDrafts } from '../api/kept-drafts.js';
import {
  isEditKept,
  readEdit,
  readEdits,
  removeEdit,
  storeEdit,
  type EditedMessage,
} from '../api/kept-edits.js';
import { serverNow } from '../api/server-clock.js';
import { ChangeSignal } from './change-signal.js';
import { endOf, isOver } from './ended-messages.js';
import type { LocalStore } from './local-store.js';
import { perStore } from './per-store.js';
import { useStore } from './use-store.js';

type Named = Pick<Message, 'id' | 'chatId'>;

export class ChangedEdits {
  private readonly store: Pick<LocalStore, 'me' | 'messagesOf' | 'subscribe'>;
  /** Ids of messages that are gone, and whose words are in a draft. */
  private readonly moved = new Set<string>();
  private readonly signal = new ChangeSignal();

  constructor(store: ChangedEdits['store']) {
    this.store = store;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const begin = [this.signal.subscribe, this.store.subscribe, watchDrafts];
    const stops = begin.map((subscribe) => subscribe(listener));
    return () => stops.forEach((stop) => stop());
  };

  /** Of any chat. */
  has(): boolean {
    return this.all().length > 0;
  }

  /** Whether one is in the memory of this page alone. */
  readonly hasUnkept = (): boolean => this.all().some(({ message }) => !isEditKept(message));

  /** Of a message that is gone there is nothing left to save. */
  private all() {
    return readEdits().filter(({ message }) => !this.isEnded(message));
  }

  private isEnded(message: EditedMessage): boolean {
    const { chatId, seq } = message;
    return endOf(message) <= serverNow() || isOver(this.store.messagesOf(chatId), seq);
  }

  /** Returns the messages whose words are in the drafts of their chats from now on. */
  moveEnded(): readonly EditedMessage[] {
    const ended = readEdits().filter(({ message }) => this.isEnded(message));
    for (const { message, text } of ended) {
      addToDraft(message.chatId, text);
      this.moved.add(message.id);
      this.end(message);
    }
    return ended.map(({ message }) => message);
  }

  isMoved({ id }: Named): boolean {
    return this.moved.has(id);
  }

  textOf(message: Named): string | undefined {
    return readEdit(message)?.text;
  }

  /** Texts of a chat, the one that was open last at the end. */
  textsOf(chatId: string): readonly string[] {
    const own = this.all().filter(({ message }) => message.chatId === chatId);
    return own.map(({ text }) => text);
  }

  /** All of a chat are given up. */
  endAll(chatId: string): void {
    for (const { message } of this.all()) if (message.chatId === chatId) this.end(message);
  }

  /** The message of a chat whose edit was open last. */
  lastOf(chatId: string): EditedMessage | null {
    return this.all().findLast(({ message }) => message.chatId === chatId)?.message ?? null;
  }

  /** With which the composer of a chat begins; null: with a new message. */
  firstOf(chatId: string): EditedMessage | null {
    return isDraftFirst(chatId) ? null : this.lastOf(chatId);
  }

  /** It is the one that was open last. Returns it as it was when it was first changed. */
  open(message: EditedMessage): EditedMessage {
    const kept = readEdit(message);
    if (isDraftFirst(message.chatId)) putDraftFirst(message.chatId, false);
    if (kept) this.change(kept.message, kept.text);
    return kept?.message ?? message;
  }

  change(message: EditedMessage, text: string): void {
    if (!mayBeOwner(this.store.me)) return;
    if (text === message.text) removeEdit(message);
    else storeEdit(message, text);
    this.signal.changed();
  }

  /** It is saved, or given up. */
  end(message: Named): void {
    removeEdit(message);
    this.signal.changed();
  }
}

const changedEditsOf = perStore((store) => new ChangedEdits(store));

export function useChangedEdits(): ChangedEdits {
  return changedEditsOf(useStore());
}

export function useHasUnkeptEdit(): boolean {
  const { subscribe, hasUnkept } = useChangedEdits();
  return useSyncExternalStore(subscribe, hasUnkept);
}
