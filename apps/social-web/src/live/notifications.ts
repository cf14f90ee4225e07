// New messages of others are announced to screen readers and, while nobody looks, shown as notifications: by the worker, from
// a push or, where this device gets none, from a tab that is in the background (ADR 0044).
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Message } from '../api/chats.js';
import { deviceStorage, notifyKey } from '../api/device-storage.js';
import { keys } from '../api/query-cache.js';
import { workerContainer } from '../api/worker-container.js';
import { goTo } from '../api/page-location.js';
import { cachedPartner } from '../store/partner.js';
import type { LocalStore } from '../store/local-store.js';
import { closeShown } from '../push/shown-notifications.js';
import { isMuted } from '../store/use-muted.js';
import { soundOnce } from './sound.js';

const isShown = (chatId: string) =>
  location.pathname === `/chats/${chatId}` && !document.querySelector('[inert] .messages');

/** Older announcements are removed; they have been read out. */
const maxAnnouncements = 5;

/** Also of a muted chat, if it is on the screen. */
export function announce(client: QueryClient, store: LocalStore, message: Message): void {
  const { chatId } = message;
  if (!isShown(chatId) && isMuted(store.chat(chatId))) return;
  client.setQueryData<Message[]>(keys.announcements, (known = []) => {
    const isKnown = known.some(({ id }) => id === message.id);
    return isKnown ? known : [...known, message].slice(-maxAnnouncements);
  });
}

export function useAnnouncements(): readonly Message[] {
  const { data } = useQuery<Message[]>({ queryKey: keys.announcements, queryFn: skipToken });
  return data ?? [];
}

export function hasNotifications(): boolean {
  return (
    typeof Notification !== 'undefined' &&
    deviceStorage.getItem(notifyKey) === 'yes' &&
    Notification.permission === 'granted'
  );
}

/** Before signing out is asked for: the tab may be closed at once, and the worker goes on. */
export function endShownNotifications(): void {
  workerContainer()?.controller?.postMessage('signed out');
}

export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return workerContainer()?.getRegistration();
}

/** Of a message of somebody else that has come just now. */
export function soundFor(store: LocalStore, { chatId }: Message): void {
  const isLookedAt = isShown(chatId) && !document.hidden;
  if (!isLookedAt && !isMuted(store.chat(chatId))) soundOnce();
}

/** A message may be read for so long before anybody is notified of it, on whatever device. Milliseconds. */
const readingTimeMs = 2_000;

/** Only while the page is hidden, and only where no push will do it. */
export function showNotification(client: QueryClient, store: LocalStore, message: Message): void {
  if (!document.hidden || isPushed || !hasNotifications()) return;
  const { chatId, seq, text } = message;
  const { me: to } = store;
  const attachments = message.attachments?.map(({ kind }) => kind);
  setTimeout(() => {
    const chat = store.chat(chatId);
    if (chat && (chat.readSeq >= seq || isMuted(chat))) return;
    const person = cachedPartner(client, store, chatId);
    const title = person?.name ?? person?.email ?? '';
    void findWorker().then((worker) =>
      worker?.active?.postMessage({ kind: 'message', to, chatId, seq, title, text, attachments }),
    );
  }, readingTimeMs);
}

let isPushed = false;

export function setPushed(next: boolean): void {
  isPushed = next;
}

type WorkerMessage =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'looking'; readonly chatId: string }
  | ({ readonly kind: 'noticed' } & Noticed);

/** What the worker has been told of, and may have shown. */
interface Noticed {
  readonly chatId: string;
  readonly seq: number;
}

/** A pressed notification opens its chat in the tab that the worker has chosen. Nothing is shown of a chat that is on the screen. */
export function followNotifications(): void {
  workerContainer()?.addEventListener('message', ({ data, ports }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'open') goTo(data.path);
    else if (data.kind === 'looking')
      ports[0]?.postMessage(isShown(data.chatId) && !document.hidden);
  });
}

/** After a change; events come in crowds. Milliseconds. */
const closedAfter = 300;

/** Shows the count at the icon of the installed client, and closes the notifications of what has been read or is gone, wherever. */
export function useShownNotifications(store: LocalStore, unread: number): void {
  // Of a push, whose count takes the place of the one here, until this tab knows of its message.
  const noticed = useRef<Noticed | null>(null);
  const count = useRef(unread);
  useEffect(() => {
    count.current = unread;
    setBadge(unread);
  }, [unread]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (noticed.current && isKnown(store, noticed.current)) {
        noticed.current = null;
        setBadge(count.current);
      }
      void closeOver(store).catch(() => {});
    };
    const lookSoon = () => void (timer ??= setTimeout(look, closedAfter));
    const unsubscribe = store.subscribe(lookSoon);
    const following = new AbortController();
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind !== 'noticed') return;
      noticed.current = data;
      lookSoon();
    };
    workerContainer()?.addEventListener('message', onMessage, { signal: following.signal });
    look();
    return () => {
      clearTimeout(timer);
      unsubscribe();
      following.abort();
    };
  }, [store]);
}

const isKnown = (store: LocalStore, { chatId, seq }: Noticed): boolean =>
  (store.chat(chatId)?.lastMessage.seq ?? 0) >= seq;

export function setBadge(count: number): void {
  // Few browsers have one, and most of these only for an installed client.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
}

async function closeOver(store: LocalStore): Promise<void> {
  if (!hasNotifications()) return;
  const worker = await findWorker();
  if (!worker) return;
  await closeShown(worker, (data) => {
    const { chatId, seq } = data as { readonly chatId: string; readonly seq: number };
    const { held, gone } = store.messagesOf(chatId);
    const isRead = (store.chat(chatId)?.readSeq ?? 0) >= seq;
    // Deleted for both, hidden, or ended: its words stand there as well.
    return isRead || gone.has(seq) || (held.get(seq)?.message.deletedAt ?? null) !== null;
  });
}
