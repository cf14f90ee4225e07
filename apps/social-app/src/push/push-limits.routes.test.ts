import type { ServerResponse } from 'node:http';
import { createPushApp } from '../testing/push-app.js';

const perService = 2;
const devices = 4;

let app: Awaited<ReturnType<typeof createPushApp>>;
beforeAll(async () => {
  app = await createPushApp({ pollMs: 20, perService, mostAtOnce: 6 });
});
afterAll(() => app.close());

it('no more calls of a push service are under way than are allowed, also when one of them ends', async () => {
  const open: ServerResponse[] = [];
  app.service.setReply((response) => void open.push(response));
  for (let n = 0; n < devices; n += 1) {
    const { alice, bob, chatId } = await app.world.joinFriends();
    await app.subscribe(bob);
    await app.send(alice, chatId, 'x');
  }
  // What is under way is leased for a minute; what was delivered is gone before the next is claimed. On a slow machine some are under
  // way by now, whose lease stays.
  await app.world.query(
    `UPDATE push_deliveries SET due_at = now() WHERE due_at < now() + interval '30 seconds'`,
  );
  await app.service.until(perService);
  const leased = () =>
    app.world.query(`SELECT 1 FROM push_deliveries WHERE due_at > now() + interval '30 seconds'`);
  for (let next = perService + 1; next <= devices; next += 1) {
    open.shift()!.writeHead(201).end();
    await app.service.until(next);
    expect(await leased()).toHaveLength(perService);
  }
  for (const response of open.splice(0)) response.writeHead(201).end();
  await app.untilSettled();
  expect(app.service.received).toHaveLength(devices);
});
