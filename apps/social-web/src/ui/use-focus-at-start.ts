import { useLayoutEffect, type RefObject } from 'react';

/** Moves the focus to an element once it is there. The attribute does so only at the first of a document. */
export function useFocusAtStart(element: RefObject<HTMLElement | null>, isWanted = true): void {
  useLayoutEffect(() => {
    if (isWanted) element.current?.focus();
    // What is wanted later is not the start.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [element]);
}
