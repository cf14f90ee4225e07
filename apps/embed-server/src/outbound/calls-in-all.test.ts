import type { HttpClient } from '@triptych/http-client';
import { createRegistry } from '@triptych/service-host';
import { inNewScope } from '../http/request-scope.js';
import { createUpstreams } from './pipeline.http.js';

it('however many clients name hosts that hang, no more than 2048 calls of a kind run', async () => {
  let running = 0;
  const end: (() => void)[] = [];
  const http: HttpClient = {
    close: async () => {},
    request: () => {
      running += 1;
      return new Promise((_resolve, reject) => end.push(() => reject(new Error('over'))));
    },
  };
  const settings = { callTimeout: 60_000, bufferBytes: 1e9, largestPicture: 1_000 };
  const { client } = createUpstreams(http, settings, createRegistry('test'));
  const call = (name: 'images' | 'fediverse', n: number) => {
    const who = { client: `client ${n % 40}`, isAbandoned: () => false };
    const url = `https://h${n}.example/`;
    return inNewScope(60_000, () => client(name).request({ url, accept: '*/*' }), who);
  };
  const calls = Array.from({ length: 2200 }, (_, n) => call('images', n).catch(String));
  // Those beyond are refused by the queue, or wait.
  await Promise.race(calls);
  expect(running).toBe(2048);
  // Pictures take nothing from posts.
  calls.push(call('fediverse', 0).catch(String));
  await new Promise(setImmediate);
  expect(running).toBe(2049);
  while (end.length > 0) {
    for (const each of end.splice(0)) each();
    await new Promise(setImmediate);
  }
  await Promise.all(calls);
});
