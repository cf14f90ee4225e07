// Entries of the history for what lies over a page: "Back" closes it and stays on the page, as on phones.
//   opened → an entry of its own → closed by "Back" · closed otherwise, and its entry left
//   closed → come upon again, by "Forward" or a reload: left, since "Back" would do nothing there
import { useEffect, useRef, useState } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { newId } from '../api/new-id.js';

/** Others hold something else, or nothing. */
type Entry = { readonly over?: string } | null;

const open = new Set<string>();

/** While it is shown. */
export function useClosedByBack(onClose: () => void): void {
  const [over] = useState(newId);
  const isCurrent = useHistoryState<Entry>()?.over === over;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    open.add(over);
    navigate(location.pathname + location.search, { state: { over } });
    return () => {
      open.delete(over);
      if ((history.state as Entry)?.over === over) history.back();
    };
  }, [over]);
  useEffect(() => {
    if (isCurrent) return () => close.current();
    return undefined;
  }, [isCurrent]);
}

/** Once for all pages. */
export function useNoLeftEntries(): void {
  const over = useHistoryState<Entry>()?.over;
  useEffect(() => {
    if (over !== undefined && !open.has(over)) history.back();
  }, [over]);
}
