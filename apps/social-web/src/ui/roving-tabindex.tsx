// Roving tabindex: the Tab key reaches one row of a list, arrows, Home and End move from row to row. A row is an element
// with its key as `data-row`, focusable itself or in its first control. When the focused row goes, its neighbour gets the
// focus.
import {
  createContext,
  use,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

/** Of the controls in a row: the Tab key reaches those of the list's tab stop, and no others. */
const TabIndexContext = createContext<0 | -1>(0);

export function useTabIndex(): 0 | -1 {
  return use(TabIndexContext);
}

export function RovingRow(props: { isTabStop: boolean; children: ReactNode }) {
  return <TabIndexContext value={props.isTabStop ? 0 : -1}>{props.children}</TabIndexContext>;
}

interface RovingOptions {
  /** The tab stop at first; without it the first row. */
  readonly start?: string | undefined;
  /** The focused row was the last one and is gone. */
  readonly onEmpty?: () => void;
}

const selector = '[data-row]';
const focusable = 'a[href], button:not(:disabled)';

export function useRovingTabIndex<Frame extends HTMLElement>(
  keys: readonly string[],
  { start = keys[0], onEmpty }: RovingOptions = {},
) {
  const frame = useRef<Frame>(null);
  const [visited, setVisited] = useState<string>();
  const tabStop = visited !== undefined && keys.includes(visited) ? visited : start;

  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const focusKey = (key: string | undefined) =>
    focusRow(rows().find((row) => row.dataset['row'] === key));

  function onFocus({ target }: FocusEvent): void {
    const row = target.closest<HTMLElement>(selector);
    if (row && frame.current?.contains(row)) setVisited(row.dataset['row']);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A slider, and what plays a film, have these keys themselves.
    if ((event.target as Element).matches('input, audio, video')) return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = rows();
    const current = all.findIndex((row) => row.contains(document.activeElement));
    const next = current < 0 ? undefined : indexAfter(event.key, current, all.length);
    if (next === undefined) return;
    event.preventDefault();
    focusRow(all[next]);
  }

  const known = useRef(keys);
  useEffect(() => {
    const before = known.current;
    known.current = keys;
    const isGone = visited !== undefined && before.includes(visited) && !keys.includes(visited);
    if (!isGone || document.activeElement !== document.body) return;
    const next = keys[Math.min(before.indexOf(visited), keys.length - 1)];
    if (next === undefined) onEmpty?.();
    else focusKey(next);
  });

  return { tabStop, focusTabStop: () => focusKey(tabStop), frame, onFocus, onKeyDown };
}

function indexAfter(key: string, current: number, length: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(current + 1, length - 1);
  if (key === 'ArrowUp') return Math.max(current - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return undefined;
}

function focusRow(row: HTMLElement | undefined): void {
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>(focusable);
  target?.focus();
}
