import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Server } from '@triptych/service-host';
import { createServer } from '@triptych/service-host';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { shareTargetRoutes } from './share-target.routes.js';
import { webClientRoutes } from './web-client.routes.js';

let root: string;
let app: Server;
let lines: string[];

async function serve(folder: string | null): Promise<Server> {
  const recording = recordingLogger();
  lines = recording.lines;
  const options = testServerOptions({ name: 'social-app', logger: recording.logger });
  const server = await createServer(options, { title: 'client', description: 'client' });
  await server.register(shareTargetRoutes, { root: folder });
  await server.register(webClientRoutes, { root: folder });
  return server;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-client-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Client</title>');
  await writeFile(join(root, 'service-worker.js'), 'worker');
  await writeFile(join(root, 'assets/index-abc.js'), 'script');
  await writeFile(join(root, 'assets/index-abc.js.gz'), gzipSync('script'));
  app = await serve(root);
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('the web client', () => {
  it.each([
    '/',
    '/chats',
    '/chats/a--b?at=3',
    '/friends/all',
    '/search',
    '/settings',
    '/share/missed',
    '/index.html',
  ])('is one document at %s, which no other site may frame or add a script to', async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Client</title>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('lets browsers keep what has its content in its name, and ask again for the rest', async () => {
    const asset = await get('/assets/index-abc.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const worker = await get('/service-worker.js');
    expect(worker.headers['cache-control']).toBe('no-cache');
  });

  it('sends what was compressed when it was built', async () => {
    const { headers, rawPayload } = await get('/assets/index-abc.js', {
      'accept-encoding': 'gzip',
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(rawPayload).toString()).toBe('script');
  });

  it.each(['/assets/none.js', '/assets/../../secret', '/assets/%2e%2e/%2e%2e/secret', '/chat'])(
    'has nothing at %s',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toMatch('application/problem+json');
    },
  );

  it.each(['//', '///chats', '//index.html', '/./', '/index.html/', '/assets/', '/assets'])(
    'is never a fault of ours at %s, whatever is asked of it',
    async (url) => {
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-match': '"other"' }]) {
        const { statusCode } = await get(url, headers);
        expect([200, 206, 404, 412]).toContain(statusCode);
      }
    },
  );

  it.each(['multipart/form-data; boundary=x', 'application/json', 'text/plain'])(
    'leads to its page what the device shares while it has no worker, of whatever type and size: %s',
    async (type) => {
      const headers = { 'content-type': type, origin: 'null', 'sec-fetch-site': 'cross-site' };
      const payload = Buffer.alloc(300_000, '{');
      const reply = await app.inject({ method: 'POST', url: '/share', headers, payload });
      expect([reply.statusCode, reply.headers.location]).toEqual([303, '/share/missed']);
    },
  );

  it('is left out, with a line in the log, where it was not built', async () => {
    const bare = await serve(null);
    expect((await bare.inject('/')).statusCode).toBe(404);
    expect(lines.join()).toContain('the web client is not built');
    await bare.close();
  });
});

describe('conditions and ranges of its files', () => {
  it.each(['/', '/index.html', '/chats', '/service-worker.js', '/assets/index-abc.js'])(
    '%s',
    async (url) => {
      const { headers: own, rawPayload: whole } = await get(url);
      const etag = String(own.etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      const replies = {
        304: [
          { 'if-none-match': etag },
          { 'if-none-match': '*' },
          { 'if-modified-since': own['last-modified'] },
        ],
        206: [
          { range: 'bytes=0-1' },
          { range: 'bytes=-2' },
          { range: 'bytes=0-1', 'if-range': etag },
        ],
        200: [
          { range: 'bytes=0-0,3-3' },
          { range: 'bytes=-99999999' },
          { range: 'bytes=0-1', 'if-range': `W/${etag}` },
          { range: 'bytes=0-1', 'if-range': '"other"' },
          { 'if-match': etag },
        ],
        412: [
          { 'if-match': '"other"' },
          { 'if-match': `W/${etag}` },
          { 'if-unmodified-since': new Date(0).toUTCString() },
        ],
        416: [{ range: 'bytes=999999-' }, { range: 'bytes=-0' }],
      };
      for (const [status, requests] of Object.entries(replies))
        for (const headers of requests) {
          const reply = await get(url, headers);
          expect([headers, reply.statusCode]).toEqual([headers, Number(status)]);
          if (status === '200') expect(reply.rawPayload).toEqual(whole);
          if (status === '416')
            expect(reply.headers['content-range']).toBe(`bytes */${whole.length}`);
          if (reply.statusCode >= 400) {
            expect(reply.headers['content-type']).toMatch('application/problem+json');
            expect(reply.headers['cache-control']).toBe('no-store');
          }
        }
      expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );
});
