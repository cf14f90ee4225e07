import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Message } from '../api/chats.js';
import { readDraft, storeDraft } from '../api/device-storage.js';
import { sendMessage } from '../store/outbox.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { errorText } from '../ui/page.js';
import { useConversation } from './conversation-context.js';
import { useEdit } from './message-changes.js';
import { useTypingSignal } from './read-and-typing.js';
import { TextForm } from './text-form.js';

/** On a touch screen the focus would open a keyboard over the messages. */
const hasKeyboard = matchMedia('(pointer: fine)').matches;

export function Composer() {
  const { edited } = useConversation();
  return edited ? <EditForm key={edited.id} message={edited} /> : <NewForm />;
}

function NewForm() {
  const texts = useTexts();
  const client = useQueryClient();
  const store = useStore();
  const { chatId, name, edit } = useConversation();
  const [text, setText] = useState(() => readDraft(chatId));
  const signalTyping = useTypingSignal(chatId);
  // A message that a search led to has the focus.
  const isAtMessage = new URLSearchParams(useSearch()).has('at');

  function change(next: string): void {
    setText(next);
    storeDraft(chatId, next);
    signalTyping(next.trim() !== '');
  }

  function send(sent: string): void {
    const clientId = crypto.randomUUID();
    sendMessage(client, store, { clientId, chatId, text: sent, at: new Date().toJSON() });
    change('');
  }

  return (
    <div className="composer">
      <TextForm
        label={texts.conversation.write(name)}
        action={texts.conversation.send}
        text={text}
        onText={change}
        onSubmit={send}
        autoFocus={hasKeyboard && !isAtMessage}
        onUp={() => edit(store.newestOwn(chatId))}
      />
    </div>
  );
}

function EditForm({ message }: { readonly message: Message }) {
  const texts = useTexts();
  const { edit } = useConversation();
  const [text, setText] = useState(message.text);
  const editing = useEdit();
  const stop = () => edit(null);
  return (
    <div className="composer">
      <p className="composer-editing">
        {texts.conversation.editing}
        <button className="button-text" onClick={stop}>
          {texts.cancel}
        </button>
      </p>
      <TextForm
        label={texts.conversation.editing}
        action={texts.conversation.save}
        text={text}
        onText={setText}
        onSubmit={(changed) => editing.mutate({ message, text: changed }, { onSuccess: stop })}
        onEscape={stop}
        error={editing.error && errorText(texts, editing.error)}
        autoFocus
      />
    </div>
  );
}
