import type { KeyboardEvent } from 'react';
import { useRoving } from '../layout/roving.js';
import { useEditing } from './editing.js';
import type { Row } from './timeline.js';

/** From message to message with the arrows, the newest or the one looked for first; Escape leads back to the field. */
export function useMessageRoving(rows: readonly Row[], found: Row | undefined) {
  const { field } = useEditing();
  const messages = rows.filter(({ kind }) => kind === 'message' || kind === 'departure');
  const roving = useRoving<HTMLDivElement>(
    messages.map(({ key }) => key),
    { start: (found ?? messages.at(-1))?.key, onEmpty: () => field.current?.focus() },
  );

  function onKeyDown(event: KeyboardEvent): void {
    // An open menu has its own Escape, and lies outside of the frame.
    const isHere = roving.frame.current?.contains(event.target as Node);
    if (event.key === 'Escape' && isHere) field.current?.focus();
    else roving.onKeyDown(event);
  }

  return { ...roving, onKeyDown };
}
