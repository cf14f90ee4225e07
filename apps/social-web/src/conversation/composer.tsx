import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Message } from '../chats/chats.js';
import { useMe } from '../session/session.js';
import { faultText, useWords } from '../words/words.js';
import { keepDraft, readDraft } from './draft.js';
import { useEditing } from './editing.js';
import { newestOwn } from './history.js';
import { useEdit } from './message-changes.js';
import { sendMessage } from './outbox.js';
import { TextForm } from './text-form.js';
import { useTypingSignal } from './typing-signal.js';
import './composer.css';

/** A phone would push its keyboard over what one wants to read. */
const hasKeyboard = matchMedia('(pointer: fine)').matches;

export interface ComposerProps {
  readonly chatId: string;
  readonly name: string;
}

export function Composer(props: ComposerProps) {
  const { message } = useEditing();
  return message ? <EditForm key={message.id} message={message} /> : <NewForm {...props} />;
}

function NewForm({ chatId, name }: ComposerProps) {
  const words = useWords();
  const client = useQueryClient();
  const { id: me } = useMe();
  const { edit } = useEditing();
  const [text, setText] = useState(() => readDraft(chatId));
  const signalTyping = useTypingSignal(chatId);
  // Where one came to read at a certain place, the focus belongs there.
  const isToRead = new URLSearchParams(useSearch()).has('at');

  function write(next: string): void {
    setText(next);
    keepDraft(chatId, next);
    signalTyping(next.trim() !== '');
  }

  function send(said: string): void {
    const message = { clientId: crypto.randomUUID(), chatId, text: said, at: new Date().toJSON() };
    sendMessage(client, me, message);
    write('');
  }

  return (
    <div className="composer">
      <TextForm
        label={words.conversation.write(name)}
        action={words.conversation.send}
        text={text}
        onText={write}
        onSubmit={send}
        autoFocus={hasKeyboard && !isToRead}
        onUp={() => edit(newestOwn(client, chatId, me))}
      />
    </div>
  );
}

function EditForm({ message }: { readonly message: Message }) {
  const words = useWords();
  const { edit } = useEditing();
  const [text, setText] = useState(message.text);
  const editing = useEdit();
  const stop = () => edit(null);
  return (
    <div className="composer">
      <p className="composer-editing">
        {words.conversation.editing}
        <button className="button-text" onClick={stop}>
          {words.cancel}
        </button>
      </p>
      <TextForm
        label={words.conversation.editing}
        action={words.conversation.save}
        text={text}
        onText={setText}
        onSubmit={(said) => editing.mutate({ message, text: said }, { onSuccess: stop })}
        onEscape={stop}
        fault={editing.error && faultText(words, editing.error)}
        autoFocus
      />
    </div>
  );
}
