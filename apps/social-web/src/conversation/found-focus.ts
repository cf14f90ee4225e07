import { useEffect, type RefObject } from 'react';

/** Gives the focus to what was looked for, as soon as the list, which hides a row until it knows its height, shows it. */
export function useFoundFocus(row: RefObject<HTMLElement | null>, isFound: boolean): void {
  useEffect(() => {
    if (!isFound) return;
    let frame = 0;
    const take = () => {
      row.current?.focus({ preventScroll: true });
      if (document.activeElement !== row.current) frame = requestAnimationFrame(take);
    };
    take();
    return () => cancelAnimationFrame(frame);
  }, [row, isFound]);
}
