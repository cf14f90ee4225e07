import { createTestApp } from '../testing/test-app.js';

const signIn =
  'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fshare%2Fv%2F1%2F';

it('a shared link that leads to the sign-in page is followed again soon; one that leads to a film is not', async () => {
  const server = await createTestApp();
  const leadTo = (location: string) =>
    server.upstream.on('*', (_request, response) => response.writeHead(302, { location }).end());
  const ask = () =>
    server.app.inject({ url: '/oembed', query: { url: 'https://fb.watch/a6Hq7Wq__5/' } });
  leadTo(signIn);
  for (let n = 0; n < 3; n += 1) expect((await ask()).statusCode).toBe(404);
  expect(server.upstream.calls).toHaveLength(1);
  server.wait(11);
  leadTo('https://www.facebook.com/reel/12');
  for (let n = 0; n < 3; n += 1) {
    expect((await ask()).json().html).toContain('/video/facebook/12.amp');
    server.wait(600);
  }
  expect(server.upstream.calls).toHaveLength(2);
  await server.close();
});
