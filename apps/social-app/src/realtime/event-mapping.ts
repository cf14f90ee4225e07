import { toVisible } from '../messages/messages.js';
import type { LoggedEvent } from './event-log.port.js';

/** The data of an event as its user may see it. */
export function toEventData(event: LoggedEvent, me: string): object {
  const { type, at, personId, person, chatId, chatSeq } = event;
  switch (type) {
    case 'message':
      return { chatId, seq: chatSeq, message: event.message && toVisible(event.message, me) };
    case 'read':
      return { chatId, userId: personId, seq: chatSeq };
    case 'friend_request':
    case 'new_friend':
      return { userId: personId, at, person };
    default:
      // A request that is not accepted shows nothing but the id, the end of a friendship no more than it.
      return { userId: personId, at };
  }
}

/** One frame of the stream. JSON holds no line break, and neither do our names and numbers. */
export function toFrame(id: number, name: string, data: object): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
