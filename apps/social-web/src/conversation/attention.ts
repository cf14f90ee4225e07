import { useEffect, useState } from 'react';

export const hasAttention = (): boolean => document.hasFocus() && !document.hidden;

export interface Attention {
  readonly isGiven: boolean;
}

/** Whether somebody can be looking at this page; another object whenever the page is told of that. */
export function useAttention(): Attention {
  const [attention, setAttention] = useState(() => ({ isGiven: hasAttention() }));
  useEffect(() => {
    const update = () => setAttention({ isGiven: hasAttention() });
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    for (const name of ['focus', 'blur', 'visibilitychange'])
      addEventListener(name, update, options);
    return () => listening.abort();
  }, []);
  return attention;
}
