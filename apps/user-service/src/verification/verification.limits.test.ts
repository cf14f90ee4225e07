import { createRecordingMailServer, mailConfig } from '../testing/recording-mail-server.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let service: TestApp;
beforeAll(async () => {
  const mails = { sender: createRecordingMailServer() };
  const config = { ...mailConfig, API_KEYS: 'key', REQUIRE_API_KEY: true };
  service = await createTestApp(undefined, config, { rateLimitMax: 14 }, {}, mails);
});
afterAll(() => service.close());

const ask = (Email: string, remoteAddress: string, headers = {}) =>
  service.app.inject({
    ...{ method: 'POST', url: '/users/verification', remoteAddress, headers },
    payload: { Email },
  });

it('asking for mails counts six times, alike for everybody', async () => {
  await service.register(
    { FullName: 'Ann', Email: 'ann@example.org' },
    { authorization: 'Bearer key' },
  );
  // The holder of the key is one client, of whom the registration has taken one.
  const headers = { authorization: 'Bearer key' };
  const statuses = [];
  for (const email of ['ann@example.org', 'nobody@example.org', 'ann@example.org', 'x@example.org'])
    statuses.push((await ask(email, '192.0.2.1', headers)).statusCode);
  expect(statuses).toEqual([202, 202, 202, 429]);
});

it('demands a key where registering does, and the pages never do', async () => {
  expect((await ask('ann@example.org', '192.0.2.2')).statusCode).toBe(401);
  const url = `/users/verification/${'A'.repeat(43)}`;
  const remoteAddress = '192.0.2.3';
  expect((await service.app.inject({ url, remoteAddress })).statusCode).toBe(200);
  const pressed = await service.app.inject({ method: 'POST', url, remoteAddress });
  expect(pressed.statusCode).toBe(404);
});
