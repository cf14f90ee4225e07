import { findFaults, type Operation, type ValidRequest } from '@triptych/testing';
import { settingsFor } from './testing/app-with-provider.js';
import { startFakeIdp, type FakeIdp } from './testing/fake-idp.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

let idp: FakeIdp;
let world: TestApp;
beforeAll(async () => {
  idp = await startFakeIdp();
  world = await createTestApp({ config: settingsFor(idp) });
});
afterAll(async () => {
  await world.close();
  await idp.close();
});

/** What an operation is about is there: two friends, and a message of theirs. */
async function validFor({ id: operation, body = {} }: Operation): Promise<ValidRequest | null> {
  // A stream has no end.
  if (operation === 'streamEvents') return null;
  const { alice, bob, chatId } = await world.joinFriends();
  const sent = await world.post(bob, '/api/message/send', { chatId, text: 'a' });
  const { id } = sent.body as { id: string };
  const known: Record<string, unknown> = {
    chatId,
    messageId: id,
    messageIds: [id],
    userId: bob.id,
    text: 'b',
  };
  const { properties = {} } = body as { properties?: object };
  const payload = Object.entries(known).filter(([name]) => name in properties);
  return {
    headers: { cookie: alice.cookie },
    params: { id: bob.id, chatId },
    query: { chatId },
    payload: Object.fromEntries(payload),
  };
}

// Every member and every parameter of every route with each value: some thousand requests.
it('no value of a member or a parameter is a fault of the service', async () => {
  expect(await findFaults(world.app, validFor)).toEqual([]);
});
