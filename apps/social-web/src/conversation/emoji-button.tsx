import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { lazyComponent } from '../ui/lazy.js';
import { insertText } from './insert-text.js';

const load = () => import('../emoji/emoji-picker.js');
const EmojiPicker = lazyComponent(load);

/** Writes the emoji that is chosen at the caret of the field, which has the focus afterwards. */
export function EmojiButton({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const { emoji: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const picked = useRef('');
  const wasOpen = useRef(false);
  // The page behind a dialog takes neither focus nor text: once it is gone.
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!isClosed || !field.current) return;
    field.current.focus();
    if (picked.current !== '') insertText(field.current, picked.current);
    picked.current = '';
  }, [isOpen, field]);
  // Tried again when it is pressed.
  const prepare = () => void load().catch(() => {});
  return (
    <>
      <button
        type="button"
        className="button-round"
        aria-label={texts.open}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        <Icon name="emoji" />
      </button>
      {isOpen && (
        <EmojiPicker
          title={texts.title}
          onPick={(emoji) => (picked.current = emoji)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
