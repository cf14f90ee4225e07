import { startAppWithProvider } from '../testing/app-with-provider.js';
import { createBrowser } from '../testing/browser.js';
import { begin } from '../testing/sign-in-steps.js';
import { publicUrl } from '../testing/test-app.js';

const { idp, test } = await startAppWithProvider();

const browse = () => createBrowser(test.app);

describe('open redirect: where one ends up', () => {
  it.each([
    ['/docs', `${publicUrl}/docs`],
    [`${publicUrl}/a?b#c`, `${publicUrl}/a?b#c`],
    ['HTTP://LOCALHOST:8082/x', `${publicUrl}/x`],
    ['//evil.test', `${publicUrl}//evil.test`],
    ['/\\evil.test', `${publicUrl}//evil.test`],
    ['https:evil.test', publicUrl],
    ['javascript:alert(1)', publicUrl],
    ['data:text/html,x', publicUrl],
    [`blob:${publicUrl}/x`, publicUrl],
    ['http://localhost:8082.evil.test/', publicUrl],
    ['http://localhost:8082@evil.test/', publicUrl],
    ['http://user@localhost:8082/', publicUrl],
    ['http://localhost:9999/', publicUrl],
    ['https://localhost:8082/', publicUrl],
    ['ht\ntps://evil.test', publicUrl],
    ['/x\r\nset-cookie: a=b', `${publicUrl}/xset-cookie:%20a=b`],
    ['', publicUrl],
  ])('callbackUrl %j', async (wish, expected) => {
    const browser = browse();
    await begin(browser, wish);
    const [flow] = await test.query<{ url: string }>('SELECT callback_url AS url FROM auth_flows');
    expect(flow?.url).toBe(expected);
    const planted = createBrowser(test.app);
    planted.cookies.set('authjs.callback-url', encodeURIComponent(wish));
    await planted.csrfToken();
    expect(decodeURIComponent(planted.cookies.get('authjs.callback-url') ?? '')).toBe(expected);
  });
});

describe('script clients', () => {
  it.each([
    ['version 4', { json: 'true' }, {}],
    ['version 5', {}, { 'x-auth-return-redirect': '1' }],
  ])('of %s get absolute addresses', async (_version, fields, headers) => {
    const browser = browse();
    const form = { ...fields, csrfToken: await browser.csrfToken() };
    const begun = await browser.post('/api/auth/signin/oidc?', form, headers);
    expect(begun.status).toBe(200);
    expect((JSON.parse(begun.text) as { url: string }).url).toContain(`${idp.issuer}/authorize?`);

    const ended = await browser.post('/api/auth/signout', form, headers);
    expect(JSON.parse(ended.text)).toEqual({ url: publicUrl });

    const bad = { ...fields, csrfToken: 'no' } as Record<string, string>;
    const refused = await browser.post('/api/auth/signin/oidc', bad, headers);
    expect(JSON.parse(refused.text)).toEqual({
      url: `${publicUrl}/api/auth/signin?error=MissingCSRF`,
    });
  });

  it('may send JSON', async () => {
    const browser = browse();
    const csrfToken = await browser.csrfToken();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/auth/signin/oidc',
      headers: { cookie },
      payload: { csrfToken, callbackUrl: '/', json: 'true' },
    });
    expect(response.statusCode).toBe(200);
  });
});
