import type { EditedMessage } from '../api/kept-edits.js';
import { useQueue } from '../store/use-queue.js';
import { useTexts } from '../texts/texts.js';
import { useConversation } from './conversation-context.js';
import { TextForm } from './text-form.js';
import { useEditText } from './use-edit-text.js';

/** In the place of the field for a new message. */
export function EditForm({ message }: { readonly message: EditedMessage }) {
  const texts = useTexts();
  const { chatId } = useConversation();
  const { text, change, end } = useEditText(message);
  const queue = useQueue();
  function save(changed: string): void {
    const { seq } = message;
    if (changed !== message.text) queue.add(chatId, { kind: 'edit', seq, text: changed });
    end();
  }
  return (
    <>
      <p className="composer-editing">
        {texts.conversation.editing}
        <button className="button-text" onClick={end}>
          {texts.cancel}
        </button>
      </p>
      <TextForm
        label={texts.conversation.editing}
        action={texts.conversation.save}
        text={text}
        onText={change}
        onSubmit={save}
        onEscape={end}
        autoFocus
      />
    </>
  );
}
