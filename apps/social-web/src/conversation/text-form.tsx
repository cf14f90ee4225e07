import type { FormEvent, KeyboardEvent } from 'react';
import { Icon } from '../layout/icon.js';
import { useWords } from '../words/words.js';

/** The server's limit. */
const longestText = 2_000;

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
  const { label, action, text, onText, fault } = props;
  const said = text.trim();
  const excess = said.length - longestText;

  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (said && excess <= 0) props.onSubmit(said);
  }

  function onKey(event: KeyboardEvent): void {
    // While an input method composes, the keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape') props.onEscape?.();
    if (event.key === 'ArrowUp' && text === '') props.onUp?.();
  }

  return (
    <form className="text-form" onSubmit={submit}>
      <textarea
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
        disabled={!said || excess > 0}
      >
        <Icon name="send" />
      </button>
      <p className="fault" role="alert">
        {excess > 0 ? words.conversation.tooLong(excess) : fault}
      </p>
    </form>
  );
}
