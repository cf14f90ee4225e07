import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { startAppWithProvider } from '../testing/app-with-provider.js';
import { createBrowser } from '../testing/browser.js';

const pixels = { width: 9, height: 9, channels: 3, background: '#208040' } as const;
const png = await sharp({ create: pixels }).png().toBuffer();
const host = createServer((_request, response) => response.end(png));
host.listen(0, '127.0.0.1');
await once(host, 'listening');
const authority = `127.0.0.1:${(host.address() as AddressInfo).port}`;
const { idp, test } = await startAppWithProvider({ OUTBOUND_ALLOW_HOSTS: authority });
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

it('a sign-in fetches the picture that the provider names, before anybody looks', async () => {
  const asked = once(host, 'request');
  idp.claims = { picture: `http://${authority}/ada.png` };
  const browser = createBrowser(test.app);
  const csrfToken = await browser.csrfToken();
  const { headers } = await browser.post('/api/auth/signin/oidc', { csrfToken });
  await browser.get(idp.authorize(headers.get('location') ?? '').href);
  await asked;
  const session = JSON.parse((await browser.get('/api/auth/session')).text) as {
    user: { image: string };
  };
  let status = 404;
  while (status === 404) ({ status } = await browser.get(session.user.image));
  expect(status).toBe(200);
});
