import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { schemaDrift } from '@triptych/postgres/testing';
import { createRecordingMailServer, mailConfig } from './testing/recording-mail-server.js';
import { createTestApp, migrationsDir } from './testing/test-app.js';

const committed = new URL('../openapi.json', import.meta.url);

async function generateDocument(): Promise<string> {
  const { app, close } = await createTestApp(
    undefined,
    { API_KEYS: 'key', WEBHOOK_KEYS: 'k'.repeat(32), ...mailConfig },
    { rateLimitMax: 300 },
    {},
    { sender: createRecordingMailServer() },
  );
  const document = (await app.inject('/openapi.json')).json();
  await close();
  return format(JSON.stringify({ ...document, info: { ...document.info, version: '0' } }), {
    parser: 'json',
    printWidth: 100,
  });
}

describe('what is committed agrees with what it was made from', () => {
  it('openapi.json with the routes (UPDATE_OPENAPI=1 writes it)', async () => {
    const document = await generateDocument();
    if (process.env['UPDATE_OPENAPI']) await writeFile(committed, document);
    expect(document).toBe(await readFile(committed, 'utf8'));
  });

  it('the migrations with schema.prisma', async () => {
    const schema = new URL('../prisma/schema.prisma', import.meta.url);
    expect(await schemaDrift(schema, migrationsDir)).toBe('');
  });
});
