import { readFile, writeFile } from 'node:fs/promises';
import { readFixture } from '@triptych/testing';
import { createTestApp } from './testing/test-app.js';

const file = new URL('../openapi.json', import.meta.url);

it('the committed OpenAPI document is what the routes say (UPDATE_OPENAPI=1 writes it)', async () => {
  // As by default; without the limit of requests no operation would have its 429.
  const test = await createTestApp({ server: { rateLimitMax: 300 } });
  const document = (await test.app.inject({ url: '/openapi.json' })).json();
  document.info.version = readFixture<{ version: string }>(
    import.meta.url,
    '../package.json',
  ).version;
  await test.close();
  if (process.env['UPDATE_OPENAPI'])
    await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
  expect(document).toEqual(JSON.parse(await readFile(file, 'utf8')));
});
