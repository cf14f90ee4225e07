import { readFileSync, writeFileSync } from 'node:fs';
import { createTestApp } from './testing/test-app.js';

it('openapi.json follows from the routes; UPDATE_OPENAPI=1 writes it', async () => {
  const server = await createTestApp(
    { PURGE_KEYS: 'a-key-of-at-least-sixteen', SNAPSHOT: 'on' },
    undefined,
    {
      rateLimitMax: 300,
    },
  );
  const file = new URL('../openapi.json', import.meta.url);
  const document = (await server.app.inject('/openapi.json')).json();
  document.info.version = '0.0.0';
  if (process.env['UPDATE_OPENAPI'] === '1') {
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(document);
  await server.close();
});
