// The pinned messages of the conversation, as they are by now, wherever they are in its history.
import { useMemo, useSyncExternalStore } from 'react';
import type { Message } from '../api/chats.js';
import { withChanges } from '../store/queue-model.js';
import { useQueued } from '../store/use-queue.js';
import { usePinnedFetching, useStore } from '../store/use-store.js';
import { useConversation } from './conversation-context.js';

/** The newest pin first; null for one that is not known on this device yet. */
export function usePinnedMessages(): readonly (Message | null)[] {
  const { chatId, pinned } = useConversation();
  const store = useStore();
  const chat = useSyncExternalStore(store.subscribe, () => store.messagesOf(chatId));
  const queued = useQueued(chatId);
  usePinnedFetching(chatId, pinned);
  return useMemo(() => {
    const held = pinned.flatMap((seq) => chat.held.get(seq)?.message ?? []);
    const shown = withChanges(held, queued, store.me);
    return pinned.toReversed().map((seq) => shown.find((one) => one.seq === seq) ?? null);
  }, [chat, pinned, queued, store]);
}
