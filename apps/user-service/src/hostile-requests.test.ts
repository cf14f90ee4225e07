import { findFaults } from '@triptych/testing';
import { createRecordingMailServer, mailConfig } from './testing/recording-mail-server.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

let service: TestApp;
beforeAll(async () => {
  const outbound = { WEBHOOK_KEYS: 'k'.repeat(32), OUTBOUND_ALLOW_HOSTS: '127.0.0.1:9' };
  const mails = { sender: createRecordingMailServer() };
  const config = { API_KEYS: 'key', ...outbound, ...mailConfig };
  service = await createTestApp(undefined, config, {}, {}, mails);
});
afterAll(() => service.close());

// Every member and every parameter of every route with each value: some thousand requests.
it('no value of a member or a parameter is a fault of the service', async () => {
  const headers = { authorization: 'Bearer key' };
  expect(await findFaults(service.app, () => ({ headers }))).toEqual([]);
});
