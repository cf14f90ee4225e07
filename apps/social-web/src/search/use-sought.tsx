import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { parseSought, toSearch, type Sought } from './sought.js';
import { toWords, wordsIn } from './sought-words.js';

/** Browsers refuse an address that changes with every key. */
const writtenAfterMs = 300;

/**
 * What is searched for stands in the address, and its words beside it, so that the way back from a message leads to what was found. A
 * filter that is set or taken away is a step of its own, which the way back undoes.
 */
export function useSought(me: string) {
  const [path, navigate] = useLocation();
  const parsed = parseSought(useSearch(), me);
  const state: unknown = useHistoryState();
  const words = wordsIn(state, me);
  const inAddress = { ...parsed, q: words ?? parsed.q };
  const [q, setText] = useState(inAddress.q);
  const [seen, setSeen] = useState(inAddress.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Another person has searched here before.
    if (state !== null && words === null)
      navigate(location.pathname + location.search, { replace: true });
  }, [state, words, navigate]);
  // The address was changed by a link or a step through the history.
  if (inAddress.q !== seen) {
    setSeen(inAddress.q);
    setText(inAddress.q);
  }

  function put(next: Sought, isStep: boolean): void {
    clearTimeout(timer.current);
    const [before, after] = [toSearch(inAddress), toSearch(next)];
    if (before === after && inAddress.q === next.q) return;
    navigate(path + after, { replace: !isStep, state: toWords(next.q, me) });
  }

  return {
    sought: { ...inAddress, q },
    change: (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => put({ ...inAddress, q: next }, false), writtenAfterMs);
    },
    write: () => put({ ...inAddress, q }, false),
    filter: (filters: Partial<Sought>) => {
      // A date is changed digit by digit.
      const names = Object.keys(filters) as (keyof Sought)[];
      const isStep = names.some((name) => !inAddress[name] !== !filters[name] || name === 'by');
      put({ ...inAddress, q, ...filters }, isStep);
    },
  };
}
