import { toVisible } from '../messages/visible-message-mapping.js';
import type { LoggedEvent } from './event-log.port.js';
import type { EphemeralEvent } from '../events/ephemeral-events.port.js';

/** Milliseconds after which a client takes someone for silent again. */
const typingLasts = 6_000;

/** The data of an event as its user may see it. */
export function toEventData(event: LoggedEvent, me: string): object {
  const { type, at, personId, person, chatId, chatSeq } = event;
  switch (type) {
    case 'message':
    case 'message_edited':
    case 'message_deleted':
      return { chatId, seq: chatSeq, message: event.message && toVisible(event.message, me) };
    case 'reaction': {
      const message = event.message && toVisible(event.message, me);
      return { chatId, seq: chatSeq, userId: personId, message };
    }
    case 'message_hidden':
      return { chatId, seq: chatSeq };
    case 'read':
      return { chatId, userId: personId, seq: chatSeq };
    case 'settings':
      return { settings: event.settings };
    case 'friend_request':
    case 'new_friend':
      return { userId: personId, at, person };
    default:
      // A request that is not accepted shows nothing but the id, the end of a friendship no more than it.
      return { userId: personId, at };
  }
}

export function toEphemeralData({ type: _, ...data }: EphemeralEvent): object {
  return 'typing' in data ? { ...data, expiresInMs: typingLasts } : data;
}

/** One frame of the stream; without an id it is not resumed from. JSON holds no line break, nor do our names. */
export function toFrame(id: number | null, name: string, data: object): string {
  const resumable = id === null ? '' : `id: ${id}\n`;
  return `${resumable}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
