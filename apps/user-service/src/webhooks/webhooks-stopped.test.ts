import { createTestApp, embeddedTestStores, type TestStores } from '../testing/test-app.js';
import { historyOf, startWebhookReceiver } from '../testing/webhook-receiver.js';

let stores: TestStores;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  [stores, receiver] = await Promise.all([embeddedTestStores(), startWebhookReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await stores.close();
});

const open = (WEBHOOK_KEYS: string) => {
  const config = { API_KEYS: 'key', WEBHOOK_KEYS, OUTBOUND_ALLOW_HOSTS: receiver.host };
  const delivery = { pollMs: 20, graceMs: 50 };
  return createTestApp({ ...stores, close: async () => {} }, config, {}, delivery);
};
const [key, other] = ['k'.repeat(32), 'o'.repeat(32)];

it('a stop ends what is under way, blames nobody, and the next service goes on, with a further key too', async () => {
  const first = await open(key);
  const made = await first.app.inject({
    method: 'POST',
    url: '/webhooks',
    headers: { authorization: 'Bearer key' },
    payload: { url: receiver.url },
  });
  expect(made.statusCode).toBe(201);
  receiver.setReply(() => {});
  await first.register({ FullName: 'Ann', Email: 'ann@example.org' });
  await receiver.until(1);
  await first.close();
  expect(await stores.query('SELECT claim, failures FROM webhooks')).toEqual([
    { claim: null, failures: 0 },
  ]);
  receiver.takeAll();
  // Of another key alone the secret cannot be read: nothing is sent, and nothing moves on.
  const strange = await open(other);
  const unread = () => strange.lines.filter((line) => line.includes('WEBHOOK_KEYS lacks the key'));
  while (unread().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await strange.close();
  expect(receiver.received).toHaveLength(1);
  await stores.query(`UPDATE webhooks SET claimed_until = now() - interval '1 second'`);
  const next = await open(`${other} ${key}`);
  await receiver.until(2);
  await next.close();
  const [lost, taken] = receiver.received;
  expect(taken!.id).toBe(lost!.id);
  expect(historyOf(receiver.received).events).toHaveLength(1);
});
