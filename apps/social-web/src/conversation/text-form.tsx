import { useEffect, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { Icon } from '../layout/icon.js';
import { useWords } from '../words/words.js';
import { useEditing } from './editing.js';
import { excessOf, isBlank } from './message-limits.js';

export interface TextFormProps {
  readonly label: string;
  readonly action: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSubmit: (text: string) => void;
  readonly onEscape?: () => void;
  /** The up arrow in an empty field. */
  readonly onUp?: () => void;
  readonly fault?: string | null;
  readonly autoFocus?: boolean;
}

/** Enter sends, with Shift it breaks the line. */
export function TextForm(props: TextFormProps) {
  const words = useWords();
  const { field } = useEditing();
  const { label, action, text, onText, fault } = props;
  useCaretAtEnd(field);
  const said = text.trim();
  const excess = excessOf(said);
  const isSendable = !isBlank(said) && excess <= 0;

  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (isSendable) props.onSubmit(said);
    // Also after the button, which has nothing more to send.
    field.current?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    // While an input method composes, the keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape') props.onEscape?.();
    if (event.key === 'ArrowUp' && text === '' && props.onUp) {
      // Else the key would move on in the field that takes this one's place.
      event.preventDefault();
      props.onUp();
    }
  }

  return (
    <form className="text-form" onSubmit={submit}>
      <textarea
        ref={field}
        rows={1}
        // An empty field has no direction of its own; what it asks for is in the page's.
        dir={text ? 'auto' : undefined}
        value={text}
        aria-label={label}
        placeholder={label}
        enterKeyHint="send"
        autoFocus={props.autoFocus}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKey}
      />
      <button
        className="button-round button-strong"
        aria-label={action}
        aria-disabled={!isSendable}
        // The field keeps the focus, and a phone its keyboard.
        onPointerDown={(event) => event.preventDefault()}
      >
        <Icon name="send" />
      </button>
      <p className="fault" role="alert">
        {excess > 0 ? words.conversation.tooLong(excess) : fault}
      </p>
    </form>
  );
}

/** Where a text goes on, not before what is there already. */
function useCaretAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const { length } = field.current!.value;
    field.current!.setSelectionRange(length, length);
  }, [field]);
}
