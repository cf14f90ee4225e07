import { createHash, randomBytes } from 'node:crypto';
import type { Caller, SessionWatch } from './session.port.js';
import type { SessionStore, StoredSession } from './session-store.port.js';

const day = 24 * 60 * 60 * 1000;
export const sessionLifetime = 30 * day;
/** A session in use is prolonged, but written at most once in this time. */
const renewAfter = day;

export interface OpenedSession extends Caller {
  /** Goes into the cookie and nowhere else; the database has its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LiveSession extends Caller {
  readonly expiresAt: Date;
  readonly renewed: boolean;
}

export interface Sessions extends SessionWatch {
  open(
    userId: string,
    from: { userAgent?: string; previousToken?: string },
  ): Promise<OpenedSession>;
  read(token: string | undefined): Promise<LiveSession | null>;
  end(token: string | undefined): Promise<void>;
}

export function createSessions(store: SessionStore, now = () => new Date()): Sessions {
  const listeners = new Set<(ended: Caller) => void>();

  async function end(token: string | undefined): Promise<void> {
    if (!isToken(token)) return;
    const ended = await store.remove(hashToken(token));
    if (ended) for (const listener of listeners) listener(ended);
  }

  async function renew(session: StoredSession): Promise<LiveSession> {
    const expiresAt = new Date(now().getTime() + sessionLifetime);
    await store.renew(session.sessionId, now(), expiresAt);
    return { ...session, expiresAt, renewed: true };
  }

  return {
    end,
    isLive: (sessionId) => store.isLive(sessionId, now()),
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async open(userId, { userAgent, previousToken }) {
      await end(previousToken);
      await store.removeExpired(now());
      const token = randomBytes(32).toString('base64url');
      const { sessionId, expiresAt } = await store.insert({
        tokenHash: hashToken(token),
        userId,
        userAgent: userAgent?.slice(0, 256) ?? null,
        at: now(),
        expiresAt: new Date(now().getTime() + sessionLifetime),
      });
      return { token, userId, sessionId, expiresAt };
    },
    async read(token) {
      if (!isToken(token)) return null;
      const session = await store.findByToken(hashToken(token), now());
      if (!session) return null;
      const stale = now().getTime() - session.lastUsedAt.getTime() > renewAfter;
      return stale ? renew(session) : { ...session, renewed: false };
    },
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[\w-]{43}$/.test(token);
}
