// On a server of its own: a transaction that writes anywhere on a server holds back the events of all its databases.
import { randomUUID } from 'node:crypto';
import { openLockSession, type OwnServer, startOwnServer } from '@triptych/postgres/testing';
import { parseCursor } from '../events/event-cursor.js';
import { userNamed } from '../events/event-log.contract.js';
import { postgresTestStores, tester } from '../testing/test-app.js';
import { webhookStoreContract } from './webhook-store.contract.js';

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.destroy());

describe('webhooks on PostgreSQL', () => {
  webhookStoreContract(() => postgresTestStores(server.url));
});

it('one that another replica is claiming at this moment is passed over at once', async () => {
  const world = await postgresTestStores(server.url);
  const { webhooks, webhookQueue: queue, users, events } = world.stores;
  const before = await events.newest();
  const rest = { url: 'https://example.org/', types: [], after: parseCursor(before)!, sealed: 's' };
  const [claiming, other] = [randomUUID(), randomUUID()];
  for (const id of [claiming, other]) await webhooks.create({ id, ...rest }, tester);
  await users.insert(userNamed(randomUUID()));
  while ((await events.newest()) === before) await new Promise(setImmediate);
  const [{ name }] = (await world.query('SELECT current_database() AS name')) as [{ name: string }];
  const replica = await openLockSession(server.url.replace(/[^/]+$/, name));
  await replica.query('BEGIN');
  await replica.query(
    `UPDATE webhooks SET claim = $2::uuid, claimed_until = now() + interval '1 minute' WHERE id = $1::uuid`,
    [claiming, randomUUID()],
  );
  expect(await queue.claim(10)).toMatchObject([{ id: other }]);
  await replica.query('COMMIT');
  expect(await queue.claim(10)).toEqual([]);
  await replica.end();
  await world.close();
});
