import type { EphemeralEvent } from '../events/ephemeral-events.js';
import { toVisible } from '../messages/message-mapping.js';
import type { LoggedEvent } from './event-log.port.js';
import { toEventId, type LogPosition } from './event-position.js';

/** Milliseconds after which a client stops showing somebody as typing. */
const typingExpiresInMs = 6_000;

/**
 * Keeps proxies from closing an idle stream, and tells a client when the next one is due: a connection that died without an
 * end is silent, and no browser notices. An event, since a comment is not shown to scripts.
 */
export function heartbeatFrame(heartbeatMs: number): string {
  return toFrame(null, 'heartbeat', { nextInMs: heartbeatMs });
}

/** Clients reconnect after a random time, so that not all come back at the same moment after a restart. */
export function retryFrame(minimumMs: number): string {
  return `retry: ${Math.round(minimumMs * (1 + 2 * Math.random()))}\n\n`;
}

export function cursorFrame(name: 'ready' | 'reset', position: LogPosition): string {
  return toFrame(toEventId(position), name, { cursor: position.seq });
}

export function presenceListFrame(online: readonly string[], unknown: boolean): string {
  return toFrame(null, 'presence_list', toOnline(online, unknown));
}

/** As `GET /api/presence` has it. */
export function toOnline(online: readonly string[], unknown: boolean) {
  return { online: [...online], ...(unknown && { unknown }) };
}

export function ephemeralFrame({ type, ...data }: EphemeralEvent): string {
  const expiry = type === 'typing' ? { expiresInMs: typingExpiresInMs } : {};
  return toFrame(null, type, { ...data, ...expiry });
}

export function positionOf({ seq, at }: LoggedEvent): LogPosition {
  return { seq, at: at.getTime() };
}

/** The event as its user may see it. */
export function eventFrame(event: LoggedEvent, me: string): string {
  return toFrame(toEventId(positionOf(event)), event.type, toData(event, me));
}

function toData(event: LoggedEvent, me: string): object {
  const { type, at, personId, person, chatId, chatSeq } = event;
  switch (type) {
    case 'message': {
      const message = event.message && toVisible(event.message, me);
      return { chatId, seq: chatSeq, message, archived: event.archived ?? false };
    }
    case 'message_edited':
    case 'message_deleted':
      return { chatId, seq: chatSeq, message: event.message && toVisible(event.message, me) };
    case 'message_pinned':
    case 'reaction': {
      const message = event.message && toVisible(event.message, me);
      return { chatId, seq: chatSeq, userId: personId, message };
    }
    case 'message_hidden':
      return { chatId, seq: chatSeq };
    case 'message_unpinned':
    case 'read':
      return { chatId, userId: personId, seq: chatSeq };
    case 'mute':
      return { chatId, mutedUntil: event.mutedUntil };
    case 'expiry':
      return { chatId, userId: personId, expirySeconds: event.expirySeconds };
    case 'archive':
      return { chatId, archived: event.archived ?? false };
    case 'unread':
      return { chatId, markedUnread: event.markedUnread ?? false };
    case 'draft':
      return { chatId, draft: event.draft };
    case 'settings':
      return { settings: event.settings };
    case 'friend_request':
    case 'new_friend':
      return { userId: personId, at, person };
    default:
      // A request that is not accepted, or a friendship that has ended, shows nothing of the other one but the id.
      return { userId: personId, at };
  }
}

/** A frame without an id does not move the point from which a client resumes. JSON and our names hold no line break. */
function toFrame(id: string | null, name: string, data: object): string {
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
