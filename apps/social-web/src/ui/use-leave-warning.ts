import { useEffect } from 'react';

/**
 * As long as it is due, the browser asks whether the page may be left, also where another tab has taken a new release: something is in
 * the memory of this page alone.
 */
export function useLeaveWarning(isDue: boolean): void {
  useEffect(() => {
    if (!isDue) return;
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDue]);
}
