/** A message on its way. `clientId` is its name for the server, so a repetition is stored once. */
export interface Outgoing {
  readonly clientId: string;
  readonly chatId: string;
  readonly text: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
}

const prefix = (me: string) => `outbox/${me}/`;

/** Every message under a key of its own, so that tabs do not overwrite each other's. */
export function keepOutgoing(me: string, message: Outgoing): void {
  localStorage.setItem(prefix(me) + message.clientId, JSON.stringify(message));
}

export function dropOutgoing(me: string, clientId: string): void {
  localStorage.removeItem(prefix(me) + clientId);
}

export function readOutbox(me: string): Outgoing[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix(me)))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Outgoing | null)
    .filter((message) => message !== null)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
