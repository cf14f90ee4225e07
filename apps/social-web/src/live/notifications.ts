import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { chatPersonIn } from '../chats/chat-person.js';
import type { Message } from '../chats/chats.js';

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
export function notifyOf(client: QueryClient, me: string, message: Message): void {
  if (!('Notification' in window) || !document.hidden || !wantsNotifications()) return;
  const person = chatPersonIn(client, message.chatId, me);
  const title = person?.name ?? person?.email ?? 'Triptych';
  const note = new Notification(title, {
    body: message.text,
    tag: message.id,
    icon: '/icon-192.png',
  });
  note.onclick = () => {
    window.focus();
    navigate(`/chats/${message.chatId}`);
  };
}
