import { useState } from 'react';
import type { Message } from '../chats/chats.js';
import { Confirm } from '../layout/confirm.js';
import { LazyMenu } from '../layout/lazy-menu.js';
import { Report } from '../report/report.js';
import { faultText, useWords } from '../words/words.js';
import { useMessageActions, useQuickReactions, type Question } from './message-actions.js';
import { useDelete, useReaction } from './message-changes.js';

export function MessageMenu({ message }: { readonly message: Message }) {
  const words = useWords();
  const remove = useDelete();
  const react = useReaction();
  const [asked, ask] = useState<Question | null>(null);
  const actions = useMessageActions(message, ask);
  const quick = useQuickReactions(message, react);
  const close = () => ask(null);
  const told = words.conversation;
  const error = remove.error ?? react.error;
  return (
    <span className="message-menu">
      <LazyMenu label={told.actions} actions={actions} quick={quick} />
      {asked === 'report' && (
        <Report userId={message.senderId} messageIds={[message.id]} onClose={close} />
      )}
      {asked && asked !== 'report' && (
        <Confirm
          title={asked === 'me' ? told.confirmDeleteForMe : told.confirmDeleteForAll}
          action={asked === 'me' ? told.deleteForMe : told.deleteForAll}
          onConfirm={() => remove.mutate({ message, whose: asked })}
          onClose={close}
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
