import type { EditedMessage } from '../api/kept-edits.js';
import { useQueue } from '../store/use-queue.js';
import { useTexts } from '../texts/texts.js';
import { useConversation } from './conversation-context.js';
import { TextForm } from './text-form.js';
import { useCurrentText, useEditText } from './use-edit-text.js';

/** In the place of the field for a new message. */
export function EditForm({ message }: { readonly message: EditedMessage }) {
  const texts = useTexts();
  const { chatId } = useConversation();
  const { text, change, end } = useEditText(message);
  const current = useCurrentText(message);
  const isChangedElsewhere = ![message.text, text].includes(current);
  const queue = useQueue();
  function save(changed: string): void {
    const { seq } = message;
    if (![message.text, current].includes(changed))
      queue.add(chatId, { kind: 'edit', seq, text: changed });
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
      <div role="status">
        {isChangedElsewhere && (
          <p className="quote composer-changed">
            <span>{texts.conversation.changedMeanwhile}</span>
            <span className="quote-text" dir="auto">
              {current}
            </span>
          </p>
        )}
      </div>
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
