import { useState } from 'react';
import { useMe } from '../api/account.js';
import type { Message } from '../api/chats.js';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { Menu, type MenuAction, type QuickAction } from '../ui/menu.js';
import { useConversation } from './conversation-context.js';
import { useDelete, useReaction } from './message-changes.js';

const ReportDialog = lazyComponent(() => import('./report-dialog.js'));

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

export function MessageMenu({ message }: { readonly message: Message }) {
  const { conversation } = useTexts();
  const remove = useDelete();
  const react = useReaction();
  const [isReporting, setReporting] = useState(false);
  const actions = useActions(message, remove.mutate, () => setReporting(true));
  const quick = useQuickReactions(message, react.mutate);
  return (
    <span className="message-menu">
      <Menu
        label={conversation.actions}
        actions={actions}
        quick={quick}
        error={remove.error ?? react.error}
      />
      {isReporting && (
        <ReportDialog
          userId={message.senderId}
          messageIds={[message.id]}
          onClose={() => setReporting(false)}
        />
      )}
    </span>
  );
}

function useActions(
  message: Message,
  remove: ReturnType<typeof useDelete>['mutate'],
  onReport: () => void,
): readonly MenuAction[] {
  const { conversation, report } = useTexts();
  const { id: me } = useMe();
  const { edit } = useConversation();
  const isOwn = message.senderId === me;
  const deleteForMe = {
    text: conversation.deleteForMe,
    confirm: { title: conversation.confirmDeleteForMe },
    onSelect: () => remove({ message, scope: 'me' }),
  };
  const deleteForAll = {
    text: conversation.deleteForAll,
    confirm: { title: conversation.confirmDeleteForAll },
    onSelect: () => remove({ message, scope: 'everyone' }),
  };
  const openReport = { text: report.open, onSelect: onReport };
  const copy = {
    text: conversation.copy,
    onSelect: () => void navigator.clipboard.writeText(message.text),
  };
  if (message.deletedAt !== null) return isOwn ? [deleteForMe] : [deleteForMe, openReport];
  if (!isOwn) return [copy, deleteForMe, openReport];
  const editIt = { text: conversation.edit, onSelect: () => edit(message) };
  return [editIt, copy, deleteForAll, deleteForMe];
}

function useQuickReactions(
  message: Message,
  react: ReturnType<typeof useReaction>['mutate'],
): readonly QuickAction[] {
  const { conversation } = useTexts();
  const { id: me } = useMe();
  if (message.deletedAt !== null) return [];
  return quickEmoji.map((emoji) => {
    const isOn = message.reactions.some((one) => one.userId === me && one.emoji === emoji);
    const onSelect = () => react({ message, emoji, isOn: !isOn });
    return { text: emoji, label: conversation.react(emoji), isOn, onSelect };
  });
}
