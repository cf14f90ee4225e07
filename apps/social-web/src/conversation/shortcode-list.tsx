import { optionId } from '../emoji/option-id.js';
import { readSkinTone, withTone } from '../emoji/skin-tone.js';
import { useTexts } from '../texts/texts.js';
import type { Shortcodes } from './use-shortcodes.js';

/** Above the field, which has the focus and names the active one. */
export function ShortcodeList({ listId, found, active, pick }: Shortcodes) {
  const { emoji: texts } = useTexts();
  const tone = readSkinTone();
  return (
    <ul className="shortcodes" role="listbox" id={listId} aria-label={texts.suggested}>
      {found.map((emoji, index) => (
        <li
          key={emoji.text}
          id={optionId(listId, index)}
          role="option"
          aria-selected={index === active}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(emoji)}
        >
          {withTone(emoji, tone)} <bdi>:{emoji.shortcodes[0]}:</bdi>
        </li>
      ))}
    </ul>
  );
}
