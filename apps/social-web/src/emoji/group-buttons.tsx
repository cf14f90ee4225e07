import type { RefObject } from 'react';
import type { ShownGroup } from './emoji-groups.js';

interface GroupButtonsProps {
  readonly groups: readonly ShownGroup[];
  readonly frame: RefObject<HTMLElement | null>;
}

/** Leads to a group. Not by the Tab key: in the field, Page down and Page up do the same. */
export function GroupButtons({ groups, frame }: GroupButtonsProps) {
  const show = (key: string) =>
    frame.current?.querySelector(`[data-group="${key}"]`)?.scrollIntoView({ block: 'start' });
  return (
    <div className="emoji-group-buttons">
      {groups.map(({ key, name, emoji }) => (
        <button
          key={key}
          type="button"
          className="button-round"
          tabIndex={-1}
          aria-label={name}
          title={name}
          onClick={() => show(key)}
        >
          {key === 'recent' ? '🕘' : emoji[0]?.text}
        </button>
      ))}
    </div>
  );
}
