import { useEffect } from 'react';
import { useWords } from '../words/words.js';

/** What the tab is called: where one is, and how many conversations wait. */
export function usePageTitle(page: string, unread = 0): void {
  const { appName } = useWords();
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${page} · ${appName}`;
  }, [page, unread, appName]);
}
