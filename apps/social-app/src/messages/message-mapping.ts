import type { StoredMessage } from './message-store.port.js';

/** A message as one of the two sees it. */
export type VisibleMessage = Omit<StoredMessage, 'clientId'> & { readonly clientId?: string };

/** Only the sender sees the `clientId`. */
export function toVisible({ clientId, ...message }: StoredMessage, me: string): VisibleMessage {
  return clientId !== null && message.senderId === me ? { ...message, clientId } : message;
}
