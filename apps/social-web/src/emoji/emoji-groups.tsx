import { memo, type MouseEvent, type RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { optionId } from './option-id.js';

export interface ShownEmoji {
  readonly text: string;
  readonly name: string;
  /** With its colons; empty while it is not known. */
  readonly shortcode: string;
}

export interface ShownGroup {
  readonly key: string;
  readonly name: string;
  readonly emoji: readonly ShownEmoji[];
}

interface EmojiGroupsProps {
  readonly id: string;
  readonly groups: readonly ShownGroup[];
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly lang: string;
  readonly onPick: (emoji: string) => void;
  /** The pointer is on the emoji of this place, counted through all groups. */
  readonly onMove: (index: number) => void;
}

export const optionSelector = '[role="option"]';

/** The emoji themselves are drawn once; what is active among them is marked beside (`use-active-emoji.ts`). */
export function EmojiGroups({ id, groups, frame, lang, ...props }: EmojiGroupsProps) {
  const { emoji } = useTexts();
  const optionOf = ({ target }: MouseEvent) =>
    (target as HTMLElement).closest<HTMLElement>(optionSelector);
  return (
    <div
      role="listbox"
      className="emoji-groups"
      ref={frame}
      id={id}
      aria-label={emoji.title}
      lang={lang}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const text = optionOf(event)?.dataset['emoji'];
        if (text !== undefined) props.onPick(text);
      }}
      onMouseMove={(event) => {
        const option = optionOf(event);
        if (option) props.onMove(Number(option.dataset['index']));
      }}
    >
      <Groups id={id} groups={groups} />
    </div>
  );
}

type GroupsProps = Pick<EmojiGroupsProps, 'id' | 'groups'>;

const Groups = memo(function Groups({ id, groups }: GroupsProps) {
  let index = 0;
  return groups.map(({ key, name, emoji }) => (
    <div
      key={key}
      className="emoji-group"
      role="group"
      aria-labelledby={`${id}-group-${key}`}
      data-group={key}
    >
      <div className="emoji-group-name" id={`${id}-group-${key}`} role="presentation">
        {name}
      </div>
      <div className="emoji-grid" role="presentation">
        {emoji.map((one) => {
          const place = index++;
          return (
            <div
              key={one.text}
              id={optionId(id, place)}
              role="option"
              aria-selected="false"
              aria-label={one.name}
              title={one.name}
              data-emoji={one.text}
              data-index={place}
            >
              {one.text}
            </div>
          );
        })}
      </div>
    </div>
  ));
});
