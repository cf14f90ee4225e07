import { setImmediate as turn } from 'node:timers/promises';
import { createTestApp } from '../testing/test-app.js';

const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'];

it('pages that take long are made in many turns of the event loop, others are served between them', async () => {
  const server = await createTestApp();
  const { app, upstream } = server;
  const status = upstream.fixture('masto-emoji') as object;
  const paths = Array.from({ length: 6 }, (_, n) => {
    const content = '<p>a <b>b</b> :c: https://d.example/ </p>'.repeat(4000) + n;
    upstream.json(`/api/v1/statuses/${n + 1}`, { ...status, content });
    return `/mastodon/${encodeURIComponent(`${upstream.origin}/@a/${n + 1}`)}`;
  });
  for (const path of paths) expect((await app.inject(path)).statusCode).toBe(200);

  let isServed = false;
  const started = performance.now();
  const replies = Promise.all(
    paths.flatMap((path) => languages.map((lang) => app.inject(`${path}.amp?lang=${lang}`))),
  ).finally(() => (isServed = true));
  let longest = 0;
  for (let last = started; !isServed; last = performance.now()) {
    await turn();
    longest = Math.max(longest, performance.now() - last);
  }
  const whole = performance.now() - started;
  expect((await replies).map(({ statusCode }) => statusCode)).toEqual(Array(42).fill(200));
  // All in one turn would be nearly the whole time.
  expect(longest / whole).toBeLessThan(0.4);
  await server.close();
});
