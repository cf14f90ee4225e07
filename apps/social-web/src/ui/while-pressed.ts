import { useState } from 'react';

/**
 * What is shown where `onPointerDown` listens, as it was when the press that lasts began: where a row moves between the two ends of a
 * press, the browser has no click for it.
 */
export function useHeldWhilePressed<Value>(value: Value) {
  const [held, setHeld] = useState<{ readonly value: Value } | null>(null);

  function onPointerDown(): void {
    setHeld((before) => before ?? { value });
    const watching = new AbortController();
    const end = () => {
      watching.abort();
      // The click comes first.
      setTimeout(() => setHeld(null));
    };
    // Behind a menu of the browser no page hears of the end.
    for (const type of ['pointerup', 'pointercancel', 'contextmenu', 'blur'])
      addEventListener(type, end, { signal: watching.signal });
  }

  return { shown: held ? held.value : value, onPointerDown };
}
