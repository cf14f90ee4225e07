import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { movedCaret } from './moved-caret.js';

/** Returns a function to call before the text of the field is replaced: the caret stays where it was in what is the same. */
export function useKeptCaret(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const caret = useRef<readonly [number, number] | null>(null);
  useLayoutEffect(() => {
    if (caret.current) field.current?.setSelectionRange(...caret.current);
    caret.current = null;
  }, [text, field]);
  return useCallback(
    (next: string) => {
      const { current: element } = field;
      if (element && element.value !== next && element === document.activeElement)
        caret.current = movedCaret(element, next);
    },
    [field],
  );
}
