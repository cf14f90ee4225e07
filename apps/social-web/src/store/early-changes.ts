import type { ListedChat } from './chat-list.js';

type ListedChange = (chat: ListedChat) => ListedChat;

/** Changes of chats that are in no page of the list yet, which may come with an older one. */
export class EarlyChanges {
  private readonly all = new Map<string, Map<string, ListedChange>>();

  /** @param what is changed: a later change of the same stands for those before */
  add(chatId: string, what: string, change: ListedChange): void {
    const changes = this.all.get(chatId) ?? new Map<string, ListedChange>();
    changes.delete(what);
    this.all.set(chatId, changes.set(what, change));
  }

  /** In the order in which they came. */
  take(chatId: string): readonly ListedChange[] {
    const found = [...(this.all.get(chatId)?.values() ?? [])];
    this.all.delete(chatId);
    return found;
  }

  clear(): void {
    this.all.clear();
  }
}
