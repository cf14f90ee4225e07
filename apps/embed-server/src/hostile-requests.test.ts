import { findFaults } from '@triptych/testing';
import { createTestApp, type TestApp } from './testing/test-app.js';

const key = 'a-key-of-at-least-sixteen';
let service: TestApp;
beforeAll(async () => {
  service = await createTestApp({ PURGE_KEYS: key });
  service.upstream.on('*', (_request, response) => void response.writeHead(404).end());
});
afterAll(() => service.close());

// Every member and every parameter of every route with each value: some thousand requests.
it('no value of a member or a parameter is a fault of the service', async () => {
  const headers = { authorization: `Bearer ${key}` };
  expect(await findFaults(service.app, () => ({ headers }))).toEqual([]);
});
