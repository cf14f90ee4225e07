import { useRef, type RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Has the focus afterwards. */
  readonly field: RefObject<HTMLElement | null>;
}

/** Opens the choice of files of the device; a phone offers its camera there as well. */
export function AttachButton({ onFiles, field }: AttachButtonProps) {
  const { files: texts } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button-round"
        aria-label={texts.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
          field.current?.focus();
        }}
      />
    </>
  );
}
