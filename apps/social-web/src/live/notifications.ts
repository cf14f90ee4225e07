// New messages of others are announced to screen readers and, while the page is hidden, shown as notifications.
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { Message } from '../api/chats.js';
import { deviceStorage } from '../api/device-storage.js';
import { keys } from '../api/query-cache.js';
import { cachedPartner } from '../store/partner.js';
import type { LocalStore } from '../store/local-store.js';

/** Older announcements are removed; they have been read out. */
const maxAnnouncements = 5;

export function announce(client: QueryClient, message: Message): void {
  client.setQueryData<Message[]>(keys.announcements, (known = []) => {
    const isKnown = known.some(({ id }) => id === message.id);
    return isKnown ? known : [...known, message].slice(-maxAnnouncements);
  });
}

export function useAnnouncements(): readonly Message[] {
  const { data } = useQuery<Message[]>({ queryKey: keys.announcements, queryFn: skipToken });
  return data ?? [];
}

const storageKey = 'notify';

export const canNotify = typeof Notification !== 'undefined';

export function hasNotifications(): boolean {
  return (
    canNotify &&
    deviceStorage.getItem(storageKey) === 'yes' &&
    Notification.permission === 'granted'
  );
}

/** Asks the browser for permission. Resolves with whether notifications are allowed. */
export async function setNotifications(wanted: boolean): Promise<boolean> {
  const permission = wanted ? await Notification.requestPermission() : 'default';
  deviceStorage.setItem(storageKey, wanted && permission === 'granted' ? 'yes' : 'no');
  return permission === 'granted';
}

/** Only while the page is hidden. The tag keeps several tabs from showing the same message twice. */
export function showNotification(client: QueryClient, store: LocalStore, message: Message): void {
  if (!document.hidden || !hasNotifications()) return;
  const person = cachedPartner(client, store, message.chatId);
  const title = person?.name ?? person?.email ?? 'Triptych';
  const notification = new Notification(title, {
    body: message.text,
    tag: message.id,
    icon: '/icon-192.png',
  });
  notification.onclick = () => {
    window.focus();
    navigate(`/chats/${message.chatId}`);
  };
}
