import type { Caller, SessionStore } from './sessions.js';

export interface SessionStoreWorld {
  readonly store: SessionStore;
  createUser(): Promise<string>;
  removeUser(id: string): Promise<void>;
}

const at = new Date('2030-01-01T00:00:00Z');
const later = new Date('2030-01-31T00:00:00Z');
const afterwards = new Date('2030-01-31T00:00:00.001Z');

export function sessionStoreContract(world: () => SessionStoreWorld): void {
  let serial = 0;
  async function insert(userId?: string) {
    serial += 1;
    const tokenHash = `hash-${serial}`;
    const owner = userId ?? (await world().createUser());
    const session = { tokenHash, userId: owner, userAgent: 'test', at, expiresAt: later };
    return { tokenHash, ...(await world().store.insert(session)) };
  }

  const isLive = async ({ userId, sessionId }: Caller, now: Date) =>
    (await world().store.listLive(userId, now)).some((live) => live.sessionId === sessionId);

  describe('a session store', () => {
    it('gives back what it was given, until it expires', async () => {
      const { tokenHash, sessionId, userId } = await insert();
      const found = { sessionId, userId, lastUsedAt: at, expiresAt: later };
      expect(await world().store.findByToken(tokenHash, at)).toEqual(found);
      expect(await isLive(found, at)).toBe(true);
      for (const now of [later, afterwards]) {
        expect(await world().store.findByToken(tokenHash, now)).toBeNull();
        expect(await isLive(found, now)).toBe(false);
      }
      expect(await world().store.findByToken('no such hash', at)).toBeNull();
    });

    it('lists those of one user, the last used first, then the newest', async () => {
      const { store } = world();
      const { userId } = await insert();
      await insert();
      const [second, third] = [await insert(userId), await insert(userId)];
      const ids = async () => (await store.listLive(userId, at)).map((live) => live.sessionId);
      const [newest, middle, oldest] = await ids();
      expect([newest, middle].sort()).toEqual([third, second].map((one) => one.sessionId).sort());
      expect([newest, middle, oldest]).toEqual([...(await ids())].sort().reverse());
      await store.renew(oldest!, new Date(at.getTime() + 1), later);
      expect(await ids()).toEqual([oldest, newest, middle]);
    });

    it('renews one session and no other', async () => {
      const [one, other] = [await insert(), await insert()];
      await world().store.renew(one.sessionId, later, afterwards);
      expect(await world().store.findByToken(one.tokenHash, later)).toMatchObject({
        lastUsedAt: later,
        expiresAt: afterwards,
      });
      expect(await world().store.findByToken(other.tokenHash, later)).toBeNull();
    });

    it('removes a session for one of any number of callers', async () => {
      const { tokenHash, sessionId, userId } = await insert();
      const { store } = world();
      const removals = await Promise.all(Array.from({ length: 8 }, () => store.remove(tokenHash)));
      expect(removals.filter((removed) => removed !== null)).toEqual([{ sessionId, userId }]);
      expect(await store.findByToken(tokenHash, at)).toBeNull();
    });

    it('sweeps out the expired and nothing else', async () => {
      const { store } = world();
      const session = await insert();
      await store.removeExpired(at);
      expect(await isLive(session, at)).toBe(true);
      await store.removeExpired(later);
      expect(await isLive(session, at)).toBe(false);
    });

    it('refuses a token that is taken', async () => {
      const { tokenHash, userId } = await insert();
      const again = { tokenHash, userId, userAgent: null, at, expiresAt: later };
      await expect(world().store.insert(again)).rejects.toThrow();
    });

    it('loses the sessions of a user with the user', async () => {
      const session = await insert();
      await world().removeUser(session.userId);
      expect(await isLive(session, at)).toBe(false);
    });
  });
}
