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

/** What the tabulator reaches in a row: the controls of the one that is the list's stop, and no others. */
const TabIndexContext = createContext<0 | -1>(0);

export function useTabIndex(): 0 | -1 {
  return use(TabIndexContext);
}

export interface RovingRowProps {
  readonly isStop: boolean;
  readonly children: ReactNode;
}

export function RovingRow({ isStop, children }: RovingRowProps) {
  return <TabIndexContext value={isStop ? 0 : -1}>{children}</TabIndexContext>;
}

export interface RovingOptions {
  /** Where the tabulator comes in at first; without it the first row. */
  readonly start?: string | undefined;
  /** The row with the focus was the last one and is gone. */
  readonly onEmpty?: () => void;
}

const selector = '[data-row]';
const focusable = 'a[href], button:not(:disabled)';

/**
 * A list with one stop for the tabulator: arrows, Home and End go from row to row. A row is an element with its key as
 * `data-row`, focusable itself or in its first control. When the row with the focus goes, its neighbour takes over.
 */
export function useRoving<Frame extends HTMLElement>(
  keys: readonly string[],
  { start = keys[0], onEmpty }: RovingOptions = {},
) {
  const frame = useRef<Frame>(null);
  const [visited, setVisited] = useState<string>();
  const stop = visited !== undefined && keys.includes(visited) ? visited : start;

  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  function onFocus({ target }: FocusEvent): void {
    const row = target.closest<HTMLElement>(selector);
    if (row && frame.current?.contains(row)) setVisited(row.dataset['row']);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = rows();
    const here = all.findIndex((row) => row.contains(document.activeElement));
    const next = here < 0 ? undefined : neighbour(event.key, here, all.length);
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
    else focusRow(rows().find((row) => row.dataset['row'] === next));
  });

  const focusStop = () => focusRow(rows().find((row) => row.dataset['row'] === stop));
  return { stop, focusStop, frame, onFocus, onKeyDown };
}

function neighbour(key: string, here: number, length: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(here + 1, length - 1);
  if (key === 'ArrowUp') return Math.max(here - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return undefined;
}

function focusRow(row: HTMLElement | undefined): void {
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>(focusable);
  target?.focus();
}
