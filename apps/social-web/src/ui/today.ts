// The calendar day where the device is, and when it changes.
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-clock.js';

const dayMs = 86_400_000;

/** Consecutive days differ by one, in every time zone and whatever the clocks do. */
export function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
}

/** By the clock of the server: that of the device may be wrong by days. */
const today = () => new Date(serverNow());

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function awaitMidnight(): void {
  const now = today();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  clearTimeout(timer);
  timer = setTimeout(notify, midnight.getTime() - now.getTime());
}

function notify(): void {
  for (const listener of listeners) listener();
  awaitMidnight();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    awaitMidnight();
    // A device that slept past midnight is late with the timer.
    addEventListener('visibilitychange', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    removeEventListener('visibilitychange', notify);
  };
}

/** The number of today; what is drawn with it is drawn anew after midnight. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, () => dayNumber(today()));
}
