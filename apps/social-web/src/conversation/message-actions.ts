import type { Message } from '../chats/chats.js';
import type { MenuAction, QuickAction } from '../layout/lazy-menu.js';
import { useMe } from '../session/session.js';
import { useWords } from '../words/words.js';
import { useEditing } from './editing.js';
import type { useReaction } from './message-changes.js';

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

/** What is asked about before it is done. */
export type Question = 'everyone' | 'me' | 'report';

/** What one may do with a message: with an own one more, with one that was deleted less. */
export function useMessageActions(
  message: Message,
  ask: (question: Question) => void,
): readonly MenuAction[] {
  const words = useWords();
  const { id: me } = useMe();
  const { edit } = useEditing();
  const told = words.conversation;
  const isOwn = message.senderId === me;
  const hideIt = { text: told.deleteForMe, onSelect: () => ask('me') };
  const report = { text: words.report.open, onSelect: () => ask('report') };
  const copy = {
    text: told.copy,
    onSelect: () => void navigator.clipboard.writeText(message.text),
  };
  if (message.deletedAt !== null) return isOwn ? [hideIt] : [hideIt, report];
  if (!isOwn) return [copy, hideIt, report];
  return [
    { text: told.edit, onSelect: () => edit(message) },
    copy,
    { text: told.deleteForAll, onSelect: () => ask('everyone') },
    hideIt,
  ];
}

/** The reactions that are at hand. */
export function useQuickReactions(
  message: Message,
  { mutate }: ReturnType<typeof useReaction>,
): readonly QuickAction[] {
  const words = useWords();
  const { id: me } = useMe();
  if (message.deletedAt !== null) return [];
  return quickEmoji.map((emoji) => {
    const isOn = message.reactions.some((one) => one.userId === me && one.emoji === emoji);
    const onSelect = () => mutate({ message, emoji, isOn: !isOn });
    return { text: emoji, label: words.conversation.react(emoji), isOn, onSelect };
  });
}
