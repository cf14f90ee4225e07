// What can be done with a chat: in its row of the list, and in the head of its conversation.
import { useLocation } from 'wouter';
import type { Chat } from '../api/chats.js';
import { useQueue } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import type { MenuAction } from '../ui/menu.js';
import { useToast } from '../ui/toasts.js';
import { listPathOf } from './chat-lists.js';
import { useMuteActions } from './mute-actions.js';

interface ChatActions {
  readonly actions: readonly MenuAction[];
  /** Of the last one that waits in no queue. */
  readonly error: unknown;
}

/** None before the first message. */
export function useChatActions(chat: Chat | undefined, name: string): ChatActions {
  const unread = useUnreadAction(chat);
  const archive = useArchiveAction(chat);
  const { actions, error } = useMuteActions(chat, name);
  return { actions: [...unread, ...archive, ...actions], error };
}

function useArchiveAction(chat: Chat | undefined): readonly MenuAction[] {
  const { archive } = useTexts();
  const queue = useQueue();
  const toast = useToast();
  if (!chat) return [];
  const { chatId, archived } = chat;
  const set = (isOn: boolean) => queue.add(chatId, { kind: 'archive', isOn });
  const onSelect = () => {
    set(!archived);
    const text = archived ? archive.isOver : archive.done;
    toast({ text, undo: () => set(archived) });
  };
  return [{ text: archived ? archive.end : archive.begin, onSelect }];
}

function useUnreadAction(chat: Chat | undefined): readonly MenuAction[] {
  const { chats } = useTexts();
  const queue = useQueue();
  const store = useStore();
  const [path, navigate] = useLocation();
  if (!chat) return [];
  const { chatId, unread, markedUnread, lastMessage } = chat;
  const onRead = () => {
    const { seq } = lastMessage;
    if (unread === 0) return queue.add(chatId, { kind: 'unread', isOn: false });
    store.putReadMark({ chatId, userId: store.me, seq });
    return queue.add(chatId, { kind: 'read', seq });
  };
  const onUnread = () => {
    // Whoever goes on looking at it would have read it again at once.
    if (path === `/chats/${chatId}`) navigate(listPathOf(chat));
    queue.add(chatId, { kind: 'unread', isOn: true });
  };
  const isUnread = unread > 0 || markedUnread;
  return [
    isUnread
      ? { text: chats.markRead, onSelect: onRead }
      : { text: chats.markUnread, onSelect: onUnread },
  ];
}
