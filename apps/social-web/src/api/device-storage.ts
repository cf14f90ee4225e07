// What this device keeps: drafts, one a chat, and messages that are being sent, until the server has them; and that its user
// was asked for a handle and wants none now.
import type { QueryClient } from '@tanstack/react-query';
import { keys } from './query-cache.js';

const draftKey = (chatId: string) => `draft/${chatId}`;
const outboxPrefix = (me: string) => `outbox/${me}/`;

export function readDraft(chatId: string): string {
  return localStorage.getItem(draftKey(chatId)) ?? '';
}

export function storeDraft(chatId: string, text: string): void {
  if (text.trim()) localStorage.setItem(draftKey(chatId), text);
  else localStorage.removeItem(draftKey(chatId));
}

/** A message to be sent. The server stores a `clientId` once, however often it is sent. */
export interface OutgoingMessage {
  readonly clientId: string;
  readonly chatId: string;
  readonly text: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
}

/** Every message has a key of its own, so that tabs do not overwrite each other's. */
export function storeOutgoing(me: string, message: OutgoingMessage): void {
  localStorage.setItem(outboxPrefix(me) + message.clientId, JSON.stringify(message));
}

export function removeOutgoing(me: string, { clientId }: OutgoingMessage): void {
  localStorage.removeItem(outboxPrefix(me) + clientId);
}

export function readOutgoing(me: string): OutgoingMessage[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(outboxPrefix(me)))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as OutgoingMessage | null)
    .filter((message) => message !== null)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

const skippedKey = (me: string) => `skipped-handle/${me}`;

export function isHandleSkipped(me: string): boolean {
  return localStorage.getItem(skippedKey(me)) !== null;
}

export function skipHandle(me: string): void {
  localStorage.setItem(skippedKey(me), '');
}

/** After signing out nothing that was written or read stays on the device; theme and language do. */
export function clearDevice(client: QueryClient): void {
  for (const key of Object.keys(localStorage)) {
    if (/^(draft|outbox|skipped-handle)\//.test(key)) localStorage.removeItem(key);
  }
  client.setQueryData(keys.session, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  client.getMutationCache().clear();
}
