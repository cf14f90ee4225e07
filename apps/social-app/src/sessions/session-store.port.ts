import type { Caller } from './session.port.js';

export interface StoredSession extends Caller {
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

/** A session as its user may look at it. */
export interface ListedSession extends StoredSession {
  readonly userAgent: string | null;
  readonly createdAt: Date;
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
  /** Not expired at `now`; used last comes first. */
  listLive(userId: string, now: Date): Promise<ListedSession[]>;
  /** Null when there was none; of two racing calls one gets the session. */
  remove(tokenHash: string): Promise<Caller | null>;
  /** One session of this user, or all of them but `except`; gives those that were there. */
  removeOf(userId: string, which: { sessionId: string } | { except: string }): Promise<Caller[]>;
  removeExpired(now: Date): Promise<void>;
}
