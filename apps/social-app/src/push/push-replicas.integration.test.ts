import { startPushService } from '@triptych/testing/push-service';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { endSocialProcesses, startSocialProcess } from '../testing/social-process.js';
import { createVapidKeys } from './vapid.js';

const { publicKey, privateKey } = createVapidKeys();
const vapid = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:operator@example.test',
};
const devices = 30;
/** None of its own accord: the test says when. */
const idle = { pollMs: 1e9 };

let place: Awaited<ReturnType<typeof createPostgres>>;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeEach(async () => {
  [place, service] = await Promise.all([createPostgres(), startPushService()]);
});
afterEach(async () => {
  endSocialProcesses();
  await service.close();
  await place.drop();
});

const configure = () => ({ OUTBOUND_ALLOW_HOSTS: service.host, ...vapid });
const open = (push: object) => createPostgresApp(place.url, { push }, configure());

/** So many people, each with a device and a message for it. */
async function queue(world: Awaited<ReturnType<typeof open>>, count: number) {
  for (let n = 0; n < count; n += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    const { endpoint, keys } = service.subscribe();
    await world.post(bob, '/api/push/subscriptions', { endpoint, keys });
    await world.post(alice, '/api/message/send', { chatId, text: 'hello' });
  }
  await world.query(`UPDATE push_deliveries SET due_at = now() - interval '1 second'`);
}

it('two replicas share the work: each device is notified once', async () => {
  const writer = await open(idle);
  await queue(writer, devices);
  const replicas = await Promise.all([
    open({ pollMs: 5, mostAtOnce: 3 }),
    open({ pollMs: 5, mostAtOnce: 3 }),
  ]);
  await service.until(devices);
  const left = () => writer.query('SELECT 1 FROM push_deliveries');
  while ((await left()).length > 0) await new Promise(setImmediate);
  expect(new Set(service.received.map(({ path }) => path)).size).toBe(devices);
  expect(service.received).toHaveLength(devices);
  for (const each of [...replicas, writer]) await each.close();
});

it('a kill amid deliveries leaves nothing undelivered, and repeats only what was under way', async () => {
  const writer = await open(idle);
  await queue(writer, devices);
  const held = new Set<string>();
  service.setReply((response, { path }) => {
    if (service.received.length <= 10) response.writeHead(201).end();
    else held.add(path);
  });
  const env = { DATABASE_URL: place.url, ...configure() };
  const first = await startSocialProcess(env);
  await service.until(18);
  await first.stop('SIGKILL');
  const before = service.received.splice(0).map(({ path }) => path);
  service.setReply((response) => response.writeHead(201).end());
  const left = () => writer.query('SELECT 1 FROM push_deliveries');
  const rest = (await left()).length;
  // As a minute later.
  await writer.query(`UPDATE push_deliveries SET due_at = now() - interval '1 second'`);
  const replicas = await Promise.all([startSocialProcess(env), startSocialProcess(env)]);
  await service.until(rest);
  while ((await left()).length > 0) await new Promise(setImmediate);
  const after = service.received.map(({ path }) => path);
  // Each of the rest once, by whichever of the two.
  expect([new Set(after).size, after.length]).toEqual([rest, rest]);
  expect(new Set([...before, ...after]).size).toBe(devices);
  expect([...held].filter((path) => !after.includes(path))).toEqual([]);
  for (const each of replicas) await each.stop();
  await writer.close();
});

it('what a killed replica was delivering is delivered by the next one', async () => {
  const writer = await open(idle);
  await queue(writer, 5);
  service.setReply(() => {});
  const env = { DATABASE_URL: place.url, ...configure() };
  const first = await startSocialProcess(env);
  await service.until(5);
  await first.stop('SIGKILL');
  service.setReply((response) => response.writeHead(201).end());
  // As a minute later.
  await writer.query(`UPDATE push_deliveries SET due_at = now() - interval '1 second'`);
  const second = await startSocialProcess(env);
  await service.until(10);
  const [before, after] = [service.received.slice(0, 5), service.received.slice(5)];
  const paths = (pushes: typeof before) => pushes.map(({ path }) => path).sort();
  expect(paths(after)).toEqual(paths(before));
  await second.stop();
  await writer.close();
});
