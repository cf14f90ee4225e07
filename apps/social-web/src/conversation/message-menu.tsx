import { useState } from 'react';
import type { Message } from '../chats/chats.js';
import { Confirm } from '../layout/confirm.js';
import { LazyMenu, type MenuAction } from '../layout/lazy-menu.js';
import { Report } from '../report/report.js';
import { useMe } from '../session/session.js';
import { faultText, useWords } from '../words/words.js';
import { useEditing } from './editing.js';
import { useDelete, useReaction } from './message-changes.js';

const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🎉'];

export interface MessageMenuProps {
  readonly message: Message;
  readonly isOwn: boolean;
}

export function MessageMenu({ message, isOwn }: MessageMenuProps) {
  const words = useWords();
  const { id: me } = useMe();
  const remove = useDelete();
  const react = useReaction();
  const { edit } = useEditing();
  const [asked, setAsked] = useState<'everyone' | 'me' | 'report' | null>(null);
  const told = words.conversation;
  const isGone = message.deletedAt !== null;

  const actions: MenuAction[] = [
    ...(isOwn && !isGone ? [{ text: told.edit, onSelect: () => edit(message) }] : []),
    ...(isGone
      ? []
      : [{ text: told.copy, onSelect: () => void navigator.clipboard.writeText(message.text) }]),
    ...(isOwn && !isGone
      ? [{ text: told.deleteForAll, onSelect: () => setAsked('everyone') }]
      : []),
    { text: told.deleteForMe, onSelect: () => setAsked('me') },
    ...(isOwn ? [] : [{ text: words.report.open, onSelect: () => setAsked('report') }]),
  ];
  const quick = quickEmoji.map((emoji) => {
    const isOn = message.reactions.some((one) => one.userId === me && one.emoji === emoji);
    const onSelect = () => react.mutate({ message, emoji, isOn: !isOn });
    return { text: emoji, label: told.react(emoji), isOn, onSelect };
  });
  const error = remove.error ?? react.error;
  return (
    <span className="message-menu">
      <LazyMenu label={told.actions} actions={actions} quick={isGone ? [] : quick} />
      {asked === 'report' && (
        <Report
          userId={message.senderId}
          messageIds={[message.id]}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && asked !== 'report' && (
        <Confirm
          title={asked === 'me' ? told.confirmDeleteForMe : told.confirmDeleteForAll}
          action={asked === 'me' ? told.deleteForMe : told.deleteForAll}
          onConfirm={() => remove.mutate({ message, whose: asked })}
          onClose={() => setAsked(null)}
        />
      )}
      {error && (
        <span role="alert" className="fault">
          {faultText(words, error)}
        </span>
      )}
    </span>
  );
}
