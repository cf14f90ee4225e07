// Chats of which this person wants to hear nothing for now (ADR 0044), and the moments at which that ends.
import { useMemo, useSyncExternalStore } from 'react';
import type { Chat } from '../api/chats.js';
import { onThisClock } from '../api/server-clock.js';

/** A server of the release before, and a copy on the device from then, says nothing of it. */
type Mutable = Partial<Pick<Chat, 'mutedUntil'>>;

/** When it ends, in milliseconds of this device's clock; 0: it is not muted. */
const endOf = (chat: Mutable | null | undefined): number =>
  chat?.mutedUntil ? onThisClock(chat.mutedUntil) : 0;

/** For what is not drawn. */
export function isMuted(chat: Mutable | undefined): boolean {
  return endOf(chat) > Date.now();
}

/** Browsers count the milliseconds of a timer in 31 bits. */
const longestTimer = 2 ** 31 - 1;

/** Subscribes to the moments at which one of the mutes ends. */
function watchEnds(ends: readonly number[]) {
  return (listener: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function arm(): void {
      const now = Date.now();
      const next = Math.min(...ends.filter((end) => end > now));
      if (next === Infinity) return;
      const notify = () => {
        listener();
        arm();
      };
      timer = setTimeout(notify, Math.min(longestTimer, next - now));
    }
    arm();
    return () => clearTimeout(timer);
  };
}

export function useIsMuted(chat: Mutable | null | undefined): boolean {
  const end = endOf(chat);
  const subscribe = useMemo(() => watchEnds([end]), [end]);
  return useSyncExternalStore(subscribe, () => end > Date.now());
}

/** What the icon of a device counts: the server counts the same for a push. */
const isCounted = ({ unread, markedUnread, archived }: Chat) =>
  (unread > 0 || markedUnread) && !archived;

/** How many chats have something unread of which this person wants to hear. */
export function useUnreadChats(chats: readonly Chat[]): number {
  const ends = useMemo(() => chats.filter(isCounted).map((chat) => endOf(chat)), [chats]);
  const subscribe = useMemo(() => watchEnds(ends), [ends]);
  return useSyncExternalStore(subscribe, () => ends.filter((end) => end <= Date.now()).length);
}
