import { randomUUID } from 'node:crypto';
import type { FlowStore } from './sign-in.js';

const expiresAt = new Date('2030-01-01T00:10:00Z');
const now = new Date('2030-01-01T00:09:59Z');

export function flowStoreContract(store: () => FlowStore): void {
  const newFlow = () => ({
    state: randomUUID(),
    provider: 'oidc',
    browserHash: 'browser',
    nonce: 'nonce',
    codeVerifier: 'verifier',
    callbackUrl: 'http://localhost:8082/a',
    linkUserId: randomUUID(),
    expiresAt,
  });

  describe('a flow store', () => {
    it('gives a flow to one of any number of callers', async () => {
      const flow = newFlow();
      await store().insert(flow);
      const taken = await Promise.all(Array.from({ length: 8 }, () => store().take(flow, now)));
      expect(taken.filter((found) => found !== null)).toEqual([flow]);
      expect(await store().take(flow, now)).toBeNull();
    });

    it.each([{ state: 'other' }, { provider: 'google' }, { browserHash: 'other' }])(
      'keeps it from a caller with %j',
      async (change) => {
        const flow = newFlow();
        await store().insert(flow);
        expect(await store().take({ ...flow, ...change }, now)).toBeNull();
        expect(await store().take(flow, now)).toEqual(flow);
      },
    );

    it('gives none past its time', async () => {
      const flow = newFlow();
      await store().insert(flow);
      expect(await store().take(flow, expiresAt)).toBeNull();
    });

    it('sweeps out the expired and nothing else', async () => {
      const flow = newFlow();
      await store().insert(flow);
      await store().removeExpired(now);
      expect(await store().take(flow, now)).toEqual(flow);
      await store().insert(flow);
      await store().removeExpired(expiresAt);
      expect(await store().take(flow, now)).toBeNull();
    });
  });
}
