import {
  useEffect,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { optionId } from '../emoji/option-id.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { isForInputMethod } from '../ui/keyboard.js';
import { useFocusAtStart } from '../ui/use-focus-at-start.js';
import { useConversation } from './conversation-context.js';
import { EmojiButton } from './emoji-button.js';
import { excessOf, isBlank, toSendable } from '../api/message-limits.js';
import { ShortcodeList } from './shortcode-list.js';
import { useShortcodes } from './use-shortcodes.js';

interface TextFormProps {
  readonly label: string;
  /** The element that says more about it. */
  readonly describedBy?: string | undefined;
  readonly action: string;
  readonly text: string;
  /** There is something to submit beside the text, which may be empty then. */
  readonly hasMore?: boolean;
  /** Before the field. */
  readonly before?: ReactNode;
  readonly onFiles?: ((files: readonly File[]) => void) | null;
  readonly onText: (text: string) => void;
  readonly onSubmit: (text: string) => void;
  readonly onEscape?: () => void;
  /** The up arrow in an empty field. */
  readonly onUp?: () => void;
  readonly autoFocus?: boolean;
}

/** Enter submits, Shift and Enter start a new line. */
export function TextForm(props: TextFormProps) {
  const { field } = useConversation();
  const { label, action, text, onText } = props;
  useFocusAtStart(field, props.autoFocus);
  useCaretAtEnd(field);
  const trimmed = text.trim();
  const excess = excessOf(trimmed);
  const isEmpty = isBlank(trimmed);
  const canSubmit = (!isEmpty || props.hasMore === true) && excess <= 0;
  const shortcodes = useShortcodes(field);

  function submit(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (canSubmit) props.onSubmit(isEmpty ? '' : toSendable(text));
    // Also after the button was pressed.
    field.current?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    if (isForInputMethod(event.nativeEvent) || shortcodes.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape') props.onEscape?.();
    const isAlone = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (event.key === 'ArrowUp' && isAlone && text === '' && props.onUp) {
      // Otherwise the key would also move the caret in the field that replaces this one.
      event.preventDefault();
      props.onUp();
    }
  }

  return (
    <form className={props.before ? 'text-form text-form-more' : 'text-form'} onSubmit={submit}>
      {props.before}
      <div className="text-field">
        {shortcodes.isOpen && <ShortcodeList {...shortcodes} />}
        <textarea
          ref={field}
          rows={1}
          // The placeholder of an empty field has the direction of the page.
          dir={text ? 'auto' : undefined}
          value={text}
          aria-label={label}
          aria-describedby={props.describedBy}
          {...(shortcodes.isOpen && toListed(shortcodes))}
          placeholder={label}
          enterKeyHint="send"
          onChange={(event) => {
            onText(event.target.value);
            shortcodes.onInput(event);
          }}
          onKeyDown={onKey}
          onPaste={(event) => pasteFiles(event, props.onFiles)}
        />
        <EmojiButton field={field} />
      </div>
      <button
        className="button-round button-strong"
        aria-label={action}
        aria-disabled={!canSubmit}
        // Keeps the focus in the field, and the keyboard of a phone open.
        onPointerDown={(event) => event.preventDefault()}
      >
        <Icon name="send" />
      </button>
      <TooLong excess={excess} />
    </form>
  );
}

/** A field of several lines is no combobox; it may name what is suggested all the same. */
function toListed({ listId, active }: { readonly listId: string; readonly active: number }) {
  return {
    'aria-autocomplete': 'list' as const,
    'aria-controls': listId,
    'aria-activedescendant': optionId(listId, active),
  };
}

/** A program that copies a text often adds a picture of it: then the text is meant. */
function pasteFiles(event: ClipboardEvent, take: TextFormProps['onFiles']): void {
  const { files, types } = event.clipboardData;
  if (!take || files.length === 0 || types.includes('text/plain')) return;
  event.preventDefault();
  take([...files]);
}

function TooLong({ excess }: { readonly excess: number }) {
  const { conversation } = useTexts();
  return (
    <p className="fault" role="alert">
      {excess > 0 && conversation.tooLong(excess)}
    </p>
  );
}

/** Puts the caret after the text that the field starts with. */
function useCaretAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const { length } = field.current!.value;
    field.current!.setSelectionRange(length, length);
  }, [field]);
}
