// Edits that are not saved yet, of each chat: they are there when one comes back from another chat, or from another page of the client.
// They are in the memory of this page alone; before that is closed, the browser asks.
import { useSyncExternalStore } from 'react';
import type { Message } from '../api/chats.js';
import { ChangeSignal } from '../store/change-signal.js';
import { perStore } from '../store/per-store.js';
import { useStore } from '../store/use-store.js';

interface ChangedEdit {
  readonly message: Message;
  readonly text: string;
}

class ChangedEdits {
  private readonly byChat = new Map<string, ChangedEdit>();
  private readonly signal = new ChangeSignal();
  readonly subscribe = this.signal.subscribe;

  readonly has = (): boolean => this.byChat.size > 0;

  of(chatId: string): ChangedEdit | undefined {
    return this.byChat.get(chatId);
  }

  change(chatId: string, message: Message, text: string): void {
    if (text === message.text) return this.end(chatId);
    this.byChat.set(chatId, { message, text });
    this.signal.changed();
  }

  /** It is saved, or given up. */
  end(chatId: string): void {
    if (this.byChat.delete(chatId)) this.signal.changed();
  }
}

const changedEditsOf = perStore(() => new ChangedEdits());

export function useChangedEdits(): ChangedEdits {
  return changedEditsOf(useStore());
}

/** Of any chat. */
export function useHasChangedEdit(): boolean {
  const { subscribe, has } = useChangedEdits();
  return useSyncExternalStore(subscribe, has);
}
