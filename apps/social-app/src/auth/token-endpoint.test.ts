import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient } from '@triptych/http-client';
import { settingsFor } from '../testing/app-with-provider.js';
import { createBrowser } from '../testing/browser.js';
import { startFakeIdp, type FakeIdp } from '../testing/fake-idp.js';
import { createTestApp, publicUrl } from '../testing/test-app.js';
import { createCodeFlow } from './code-flow.oauth2.js';
import { createOidcProvider } from './oidc-provider.oauth2.js';
import { createProviderFetch } from './provider-fetch.http.js';

// The discovery document names the token endpoint, and the client's secret is sent there.

let idp: FakeIdp;
let endpoint: Server;
let origin: string;
let reply: RequestListener;
const asked: string[] = [];

beforeAll(async () => {
  idp = await startFakeIdp();
  endpoint = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    reply(request, response);
  });
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  origin = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  idp.metadata = { token_endpoint: `${origin}/token` };
});
beforeEach(() => void (asked.length = 0));
afterAll(async () => {
  endpoint.closeAllConnections();
  endpoint.close();
  await once(endpoint, 'close');
  await idp.close();
});

it('at an address inside is not reached', async () => {
  reply = (_request, response) => response.end('{"access_token":"a"}');
  const test = await createTestApp({ config: settingsFor(idp) });
  const browser = createBrowser(test.app);
  const csrfToken = await browser.csrfToken();
  const { headers } = await browser.post('/api/auth/signin/oidc', { csrfToken });
  const back = await browser.get(idp.authorize(headers.get('location') ?? '').href);
  expect(back.headers.get('location')).toBe(`${publicUrl}/api/auth/error?error=OAuthCallbackError`);
  expect(test.lines.findLast((line) => line.includes('sign-in refused'))).toContain(
    'provider_unreachable',
  );
  await test.close();
  expect(asked).toEqual([]);
});

/** The reason of the refusal, where the host may be called and a reply may take 300 ms. */
async function reasonOf(listener: RequestListener): Promise<string> {
  reply = listener;
  const http = createHttpClient({ userAgent: 'triptych-test/1', allowHosts: ['127.0.0.1'] });
  const fetch = createProviderFetch(http, { GET: 5_000, POST: 300 });
  const provider = createOidcProvider(
    {
      ...{ id: 'oidc', name: 'Test', issuer: idp.issuer, emailTrust: 'confirmed' },
      ...{ clientId: 'app', clientSecret: 'a-client-secret', redirectUri: `${publicUrl}/back` },
    },
    { fetch, createCodeFlow: (settings) => createCodeFlow(settings, fetch) },
  );
  const { url, ...flow } = await provider.begin({});
  const back = Object.fromEntries(idp.authorize(url).searchParams) as { state: string };
  const outcome = await provider
    .finish(flow, back)
    .catch((error: { reason: string }) => error.reason);
  await http.close();
  return outcome as string;
}

const token = JSON.stringify({ access_token: 'a', id_token: 'b' });

it.each<[string, RequestListener, string]>([
  ['that never replies', () => undefined, 'provider_unreachable'],
  [
    'that drips',
    (_request, response) => {
      const drops = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drops));
    },
    'provider_unreachable',
  ],
  [
    'that sends 10 MB',
    (_request, response) => response.end(`${' '.repeat(10_000_000)}${token}`),
    'provider_unreachable',
  ],
  [
    'that redirects',
    (request, response) =>
      request.url === '/token'
        ? response.writeHead(307, { location: `${origin}/elsewhere` }).end()
        : response.end(token),
    'token_request_failed',
  ],
  ['that replies with a page', (_request, response) => response.end('<p>'), 'token_request_failed'],
  ['that replies with null', (_request, response) => response.end('null'), 'token_request_failed'],
])('%s is given up', async (_name, listener, reason) => {
  expect(await reasonOf(listener)).toBe(reason);
  expect(asked).toEqual(['POST /token']);
});
