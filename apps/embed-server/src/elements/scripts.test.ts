import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { embedScript } from './embed-script.js';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file(`../browser/${entry}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

const asModule = (entry: string, name: string, script: string) =>
  `// Built from ../browser/${entry}.ts by scripts.test.ts with UPDATE_SCRIPTS=1.\n` +
  `// prettier-ignore\nexport const ${name} = ${JSON.stringify(script)};\n`;

it.each([
  ['embed', 'embed-script', 'embedScript', 6 * 1024],
  ['playground', 'playground-script', 'playgroundScript', 1024],
])(
  '%s.ts is what is served, and small; UPDATE_SCRIPTS=1 builds it anew',
  async (entry, module, name, limit) => {
    const script = await bundle(entry);
    const path = file(`./${module}.ts`);
    if (process.env['UPDATE_SCRIPTS'] === '1') writeFileSync(path, asModule(entry, name, script));
    expect(readFileSync(path, 'utf8')).toBe(asModule(entry, name, script));
    expect(gzipSync(script).length).toBeLessThanOrEqual(limit);
    expect(script).not.toMatch(/\bfetch\(|eval\(|innerHTML/);
  },
);

describe('GET /embed.js', () => {
  let server: TestApp;
  beforeEach(async () => {
    server = await createTestApp({ VALID_ORIGINS: 'https://own.example' });
  });
  afterEach(() => server.close());

  it('200: a module that any site may load, kept for a day; 304 when it is known', async () => {
    const headers = { origin: 'https://other.example' };
    const answer = await server.app.inject({ url: '/embed.js', headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(embedScript);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=86400/);
    expect(answer.headers['vary']).toBeUndefined();
    const known = { ...headers, 'if-none-match': String(answer.headers['etag']) };
    expect((await server.app.inject({ url: '/embed.js', headers: known })).statusCode).toBe(304);
  });
});
