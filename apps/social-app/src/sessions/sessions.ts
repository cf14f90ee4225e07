import { createHash, randomBytes } from 'node:crypto';
import { isUuid } from '../people/user-ids.js';

/** Who is asking, as a live session row says. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

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
  /** @throws Unauthenticated for a user who is gone */
  insert(session: NewSession): Promise<StoredSession>;
  /** Null when absent or expired at `now`. */
  findByToken(tokenHash: string, now: Date): Promise<StoredSession | null>;
  renew(sessionId: string, usedAt: Date, expiresAt: Date): Promise<void>;
  /** Not expired at `now`; used last comes first. */
  listLive(userId: string, now: Date): Promise<ListedSession[]>;
  /** Null when there was none; of two racing calls one gets the session. */
  remove(tokenHash: string): Promise<Caller | null>;
  /** One session of this user, or all of them but `except`; returns those that were there. */
  removeOf(userId: string, which: { sessionId: string } | { except: string }): Promise<Caller[]>;
  removeExpired(now: Date): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
export const sessionLifetime = 30 * day;
/** A session in use is prolonged, with a new cookie, at most once in this time. */
const renewAfter = day;
/** When it was used last is written at most once in this time. */
const touchAfter = 10 * 60 * 1000;

export type Sessions = ReturnType<typeof createSessions>;
export type OpenedSession = Awaited<ReturnType<Sessions['open']>>;

export function createSessions(store: SessionStore, now = () => new Date()) {
  const { end, endOf, ...endings } = createEndings(store);

  /** Prolonged once a day; in between only the last use is written. */
  async function use(session: StoredSession) {
    const at = now();
    const prolonged = new Date(at.getTime() + sessionLifetime);
    const renewed = prolonged.getTime() - session.expiresAt.getTime() > renewAfter;
    const expiresAt = renewed ? prolonged : session.expiresAt;
    const isOld = at.getTime() - session.lastUsedAt.getTime() > touchAfter;
    if (renewed || isOld) await store.renew(session.sessionId, at, expiresAt);
    return { ...session, expiresAt, renewed };
  }

  return {
    ...endings,
    end,
    list: (userId: string) => store.listLive(userId, now()),
    /** Signs one device of the user out; false when there is no such session. */
    async endOne(userId: string, sessionId: string) {
      return isUuid(sessionId) && (await endOf(userId, { sessionId })) > 0;
    },
    /** Signs every other device out and returns how many. */
    endOthers: ({ userId, sessionId }: Caller) => endOf(userId, { except: sessionId }),
    /**
     * `token` goes into the cookie and nowhere else; the database has its hash.
     *
     * @throws Unauthenticated for a user who is gone
     */
    async open(
      userId: string,
      from: { userAgent?: string | undefined; previousToken?: string | undefined },
    ) {
      await end(from.previousToken);
      await store.removeExpired(now());
      const token = randomBytes(32).toString('base64url');
      const { sessionId, expiresAt } = await store.insert({
        tokenHash: hashToken(token),
        userId,
        userAgent: from.userAgent?.slice(0, 256) ?? null,
        at: now(),
        expiresAt: new Date(now().getTime() + sessionLifetime),
      });
      return { token, userId, sessionId, expiresAt };
    },
    async read(token: string | undefined) {
      if (!isToken(token)) return null;
      const session = await store.findByToken(hashToken(token), now());
      return session && use(session);
    },
  };
}

/** The ways a session is over before its time, each reported to the listeners. */
function createEndings(store: SessionStore) {
  const listeners = new Set<(ended: Caller) => void>();

  function announceEnded(ended: readonly Caller[]): void {
    for (const caller of ended) for (const listener of listeners) listener(caller);
  }

  async function end(token: string | undefined): Promise<void> {
    if (!isToken(token)) return;
    const ended = await store.remove(hashToken(token));
    if (ended) announceEnded([ended]);
  }

  async function endOf(userId: string, which: Parameters<SessionStore['removeOf']>[1]) {
    const ended = await store.removeOf(userId, which);
    announceEnded(ended);
    return ended.length;
  }

  return {
    end,
    endOf,
    /** Notifies the listeners of sessions that are gone with their user. */
    announceEnded,
    /** The listener is called after this process ended a session, by whatever request. */
    onEnded: (listener: (ended: Caller) => void): void => void listeners.add(listener),
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[\w-]{43}$/.test(token);
}
