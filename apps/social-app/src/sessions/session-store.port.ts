import type { Caller } from './session.port.js';

export interface StoredSession extends Caller {
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface NewSession {
  readonly tokenHash: string;
  readonly userId: string;
  readonly userAgent: string | null;
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface SessionStore {
  insert(session: NewSession): Promise<StoredSession>;
  /** Null when absent or expired at `now`. */
  findByToken(tokenHash: string, now: Date): Promise<StoredSession | null>;
  isLive(sessionId: string, now: Date): Promise<boolean>;
  renew(sessionId: string, usedAt: Date, expiresAt: Date): Promise<void>;
  /** Null when there was none; of two racing calls one gets the session. */
  remove(tokenHash: string): Promise<Caller | null>;
  removeExpired(now: Date): Promise<void>;
}
