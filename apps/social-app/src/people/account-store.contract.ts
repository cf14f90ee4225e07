import { randomUUID } from 'node:crypto';
import type { AccountStore, ProviderIdentity } from './account-store.port.js';
import { pictureAddress } from './picture-address.js';

export function accountStoreContract(store: () => AccountStore): void {
  function identity(change: Partial<ProviderIdentity> = {}): ProviderIdentity {
    const email = `${randomUUID()}@example.test`;
    const who = { provider: 'oidc', issuer: 'https://idp.test', subject: randomUUID() };
    return { ...who, name: 'Ann', email, emailKey: email, image: null, ...change };
  }
  async function admit(who: ProviderIdentity) {
    const user = await store().admit(who);
    if (user === 'email-taken') throw new Error('unexpected: the address is taken');
    return user;
  }

  describe('an account store', () => {
    it('makes a user once and brings it up to date', async () => {
      const who = identity();
      const first = await admit(who);
      expect(first).toEqual({
        id: expect.any(String),
        name: 'Ann',
        email: who.email,
        image: null,
        handle: null,
      });
      expect(first.id).not.toContain('--');
      const second = await admit({ ...who, name: 'Anna' });
      expect(second).toEqual({ ...first, name: 'Anna' });
      expect(await store().findById(first.id)).toEqual(second);
      expect(await store().findByEmailKey(who.emailKey ?? '')).toEqual(second);
    });

    it('keeps a chosen name over what the provider says later', async () => {
      const who = identity();
      const { id } = await admit(who);
      expect(await store().rename(id, 'Annie')).toMatchObject({ id, name: 'Annie' });
      const image = 'https://pictures.test/ann.png';
      const later = await admit({ ...who, name: 'Anna', image });
      expect(later).toMatchObject({ name: 'Annie', image: pictureAddress(id, image) });
      expect(await store().rename(randomUUID(), 'Nobody')).toBeNull();
    });

    it('distinguishes two issuers', async () => {
      const who = identity({ emailKey: null });
      const other = await admit({ ...who, issuer: 'https://other.test' });
      expect((await admit(who)).id).not.toBe(other.id);
    });

    it('lets one of twenty racing newcomers have an address', async () => {
      const emailKey = `${randomUUID()}@example.test`;
      const admissions = await Promise.all(
        Array.from({ length: 20 }, () => store().admit(identity({ emailKey }))),
      );
      const admitted = admissions.filter((user) => user !== 'email-taken');
      expect(admitted).toHaveLength(1);
      expect(await store().findByEmailKey(emailKey)).toEqual(admitted[0]);
    });

    it('makes one user of twenty racing first sign-ins of one person', async () => {
      const who = identity();
      const users = await Promise.all(Array.from({ length: 20 }, () => admit(who)));
      expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    });

    it('leaves a changed address to its owner', async () => {
      const [owner, mover] = [identity(), identity()];
      const { id } = await admit(owner);
      await admit(mover);
      const moved = await admit({ ...mover, email: owner.email, emailKey: owner.emailKey });
      expect(moved.id).not.toBe(id);
      expect((await store().findByEmailKey(owner.emailKey ?? ''))?.id).toBe(id);
      expect(await store().findByEmailKey(mover.emailKey ?? '')).toBeNull();
    });

    it('knows nobody by an unknown id or address', async () => {
      expect(await store().findById(randomUUID())).toBeNull();
      expect(await store().findByEmailKey('nobody@example.test')).toBeNull();
    });
  });
}
