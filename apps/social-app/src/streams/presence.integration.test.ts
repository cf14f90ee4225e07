import type { SharedRedis } from '@triptych/redis';
import { openReadyEvents } from '../testing/event-client.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { connectReplicas } from '../testing/shared-redis.js';
import { presenceContract } from './presence.contract.js';
import type { PresenceSettings } from './presence.js';

/** Two replicas on one database and one Redis. */
async function startReplicas(presence: Partial<PresenceSettings>) {
  const database = await createPostgres();
  const redis = connectReplicas();
  const start = (client: SharedRedis) =>
    createPostgresApp(database.url, { redis: client, presence });
  const [here, there] = [await start(redis[0]), await start(redis[1])];
  return {
    here,
    there,
    redis,
    async close() {
      await here.close();
      await there.close();
      redis.forEach((each) => each.close());
      await database.drop();
    },
  };
}

it('of those at a replica that has fallen silent ends by itself', async () => {
  const replicas = await startReplicas({ graceMs: 50, heartbeatMs: 200 });
  const { here, there, redis } = replicas;
  const { alice, bob } = await here.joinFriends();
  const address = { port: 0, host: '127.0.0.1' };
  const atAlice = await openReadyEvents(await here.app.listen(address), alice);
  const atBob = await openReadyEvents(await there.app.listen(address), bob);
  const isThere = (online: boolean) =>
    atAlice.untilEphemeral(({ type, data }) => type === 'presence' && data.online === online);
  await isThere(true);
  // As if killed: nothing of it arrives any more.
  redis[1].close();
  expect((await isThere(false)).data.userId).toBe(bob.id);
  atAlice.close();
  atBob.close();
  await replicas.close();
});

presenceContract(() => startReplicas({ graceMs: 50 }));
