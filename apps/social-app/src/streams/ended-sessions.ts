import type { Caller, SessionWatch } from '../sessions/sessions.js';
import type { Broadcast } from '../events/broadcast.port.js';

const topic = 'session-ended';

/** Sessions that end anywhere, from here on. */
export type EndedSessions = (listener: (sessionId: string) => void) => void;

/** Tells every replica of the sessions that end here. */
export function shareEndedSessions(
  sessions: Pick<SessionWatch, 'onEnded'>,
  broadcast: Pick<Broadcast, 'tell' | 'on'>,
): EndedSessions {
  sessions.onEnded(({ sessionId }: Caller) => broadcast.tell(topic, sessionId));
  return (listener) => broadcast.on<string>(topic, listener);
}
