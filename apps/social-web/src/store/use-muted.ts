// Chats of which this person wants to hear nothing for now (ADR 0044), and the moments at which that ends.
import { useMemo, useSyncExternalStore } from 'react';
import type { Chat } from '../api/chats.js';
import { onThisClock } from '../api/server-clock.js';
import { watchEnds } from './watch-ends.js';

/** A server of the release before, and a copy on the device from then, says nothing of it. */
type Mutable = Partial<Pick<Chat, 'mutedUntil'>>;

/** When it ends, in milliseconds of this device's clock; 0: it is not muted. */
const endOf = (chat: Mutable | null | undefined): number =>
  chat?.mutedUntil ? onThisClock(chat.mutedUntil) : 0;

/** For what is not drawn. */
export function isMuted(chat: Mutable | undefined): boolean {
  return endOf(chat) > Date.now();
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
