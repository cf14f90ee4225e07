import type { QueryClient } from '@tanstack/react-query';
import { knownChat, type Message } from '../chats/chats.js';
import { friendsQuery } from '../friends/friends.js';

const stored = 'notify';

export function wantsNotifications(): boolean {
  return localStorage.getItem(stored) === 'yes' && Notification.permission === 'granted';
}

/** Asks the browser for its permission. Resolves with whether notifications will come. */
export async function setNotifications(wanted: boolean): Promise<boolean> {
  const permission = wanted ? await Notification.requestPermission() : 'default';
  localStorage.setItem(stored, wanted && permission === 'granted' ? 'yes' : 'no');
  return permission === 'granted';
}

/** Nobody who looks at the page needs to be told. The tag keeps several tabs from telling twice. */
export function notifyOf(client: QueryClient, message: Message): void {
  if (!('Notification' in window) || !document.hidden || !wantsNotifications()) return;
  const friends = client.getQueryData(friendsQuery.queryKey)?.friends ?? [];
  const person =
    knownChat(client, message.chatId)?.person ?? friends.find(({ id }) => id === message.senderId);
  const title = person?.name ?? person?.email ?? 'Triptych';
  const note = new Notification(title, {
    body: message.text,
    tag: message.id,
    icon: '/icon-192.png',
  });
  note.onclick = () => {
    window.focus();
    location.assign(`/chats/${message.chatId}`);
  };
}
