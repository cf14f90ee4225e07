import { useState } from 'react';
import type { Message } from '../api/chats.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useQueue } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { Menu, type MenuAction } from '../ui/menu.js';
import { useToast } from '../ui/toasts.js';
import { useConversation } from './conversation-context.js';

const ReportDialog = lazyComponent(() => import('../ui/report-dialog.js'));
const ForwardDialog = lazyComponent(() => import('./forward-dialog.js'));
const EmojiPicker = lazyComponent(() => import('../emoji/emoji-picker.js'));

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

export function MessageMenu({ message }: { readonly message: Message }) {
  const { conversation: texts, emoji: emojiTexts } = useTexts();
  const { me } = useStore();
  const { name } = useConversation();
  const queue = useQueue();
  const { chatId, seq } = message;
  const [open, setOpen] = useState<'report' | 'forward' | 'emoji' | null>(null);
  const actions = useActions(message, setOpen);
  const close = () => setOpen(null);
  const quick = quickEmoji.map((emoji) => {
    const isOn = message.reactions.some((one) => one.userId === me && one.emoji === emoji);
    const onSelect = () => queue.add(chatId, { kind: 'react', seq, emoji, isOn: !isOn });
    return { text: emoji, label: texts.react(emoji), isOn, onSelect };
  });
  return (
    <span className="message-menu">
      <Menu
        label={texts.actions}
        actions={actions}
        {...(message.deletedAt === null && {
          quick,
          more: { text: emojiTexts.more, onSelect: () => setOpen('emoji') },
        })}
        error={null}
      />
      {open === 'forward' && <ForwardDialog message={message} onClose={close} />}
      {open === 'emoji' && (
        <EmojiPicker
          title={emojiTexts.more}
          onPick={(emoji) => queue.add(chatId, { kind: 'react', seq, emoji, isOn: true })}
          onClose={close}
        />
      )}
      {open === 'report' && (
        <ReportDialog
          about={{ userId: message.senderId }}
          messageId={message.id}
          name={name}
          onClose={close}
        />
      )}
    </span>
  );
}

function useActions(
  message: Message,
  onOpen: (dialog: 'report' | 'forward') => void,
): readonly MenuAction[] {
  const { conversation: texts, report } = useTexts();
  const { me } = useStore();
  const { edit, deadlinesOf, reply, pinned } = useConversation();
  const queue = useQueue();
  const edits = useChangedEdits();
  const isOwn = message.senderId === me;
  const toast = useToast();
  const { editUntil, deleteUntil } = deadlinesOf(message);
  const deletion = (text: string, title: string, scope: 'me' | 'everyone') => {
    const { chatId, seq } = message;
    const onSelect = () => queue.add(chatId, { kind: 'delete', seq, scope });
    return { text, confirm: { title }, onSelect };
  };
  const deleteForMe = deletion(texts.deleteForMe, texts.confirmDeleteForMe, 'me');
  const deleteForAll = {
    ...deletion(texts.deleteForAll, texts.confirmDeleteForAll, 'everyone'),
    until: deleteUntil,
  };
  const openReport = { text: report.open, onSelect: () => onOpen('report') };
  const onCopy = () =>
    void navigator.clipboard.writeText(message.text).then(
      () => toast({ text: texts.copied }),
      () => toast({ text: texts.notCopied }),
    );
  const copying = message.text === '' ? [] : [{ text: texts.copy, onSelect: onCopy }];
  const forward = { text: texts.forward, onSelect: () => onOpen('forward') };
  if (message.deletedAt !== null) return isOwn ? [deleteForMe] : [deleteForMe, openReport];
  const replying = reply ? [{ text: texts.reply, onSelect: () => reply(message) }] : [];
  const isPinned = pinned.includes(message.seq);
  const onPin = () => {
    const { chatId, seq } = message;
    queue.add(chatId, { kind: 'pin', seq, isOn: !isPinned });
  };
  // Only friends pin.
  const pinning = reply ? [{ text: isPinned ? texts.unpin : texts.pin, onSelect: onPin }] : [];
  if (!isOwn) return [...replying, forward, ...copying, ...pinning, deleteForMe, openReport];
  // Nowhere else is what has been changed of it already.
  const until = edits.textOf(message) === undefined ? editUntil : Infinity;
  const editIt = { text: texts.edit, until, onSelect: () => edit(message) };
  return [...replying, forward, editIt, ...copying, ...pinning, deleteForAll, deleteForMe];
}
