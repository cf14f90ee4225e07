import type { StoredMessage } from './message-store.port.js';

/** A message as one of the two sees it. */
export type VisibleMessage = Omit<StoredMessage, 'clientId'> & { readonly clientId?: string };

/** `clientId` is between a sender and the server. */
export function toVisible({ clientId, ...message }: StoredMessage, me: string): VisibleMessage {
  return clientId !== null && message.senderId === me ? { ...message, clientId } : message;
}
