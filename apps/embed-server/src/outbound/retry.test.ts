import { UpstreamUnreachable, type HttpClient } from '@triptych/http-client';
import { createRegistry } from '@triptych/service-host';
import { createUpstreams } from './pipeline.http.js';
import { createRetryBudget } from './retry.http.js';

it('allows ten retries at once, then one for every ten calls', () => {
  const budget = createRetryBudget();
  const spent = Array.from({ length: 12 }, () => budget.spend());
  expect(spent.filter(Boolean)).toHaveLength(10);
  for (let call = 0; call < 11; call += 1) budget.earn();
  expect([budget.spend(), budget.spend()]).toEqual([true, false]);
});

it('a call that is made once more has only the time that the first one left', async () => {
  const deadlines: number[] = [];
  const http: HttpClient = {
    close: async () => {},
    async request({ deadline = 0 }) {
      deadlines.push(deadline);
      await new Promise((resolve) => setTimeout(resolve, 100));
      throw new UpstreamUnreachable();
    },
  };
  const settings = { callTimeout: 5_000, bufferBytes: 1_000_000, largestPicture: 1_000 };
  const client = createUpstreams(http, settings, createRegistry('test')).client('x_api');
  const request = { url: 'https://upstream.example/', accept: '*/*' };
  await expect(client.request(request)).rejects.toThrow(UpstreamUnreachable);
  expect(deadlines).toHaveLength(2);
  const [first = 0, second = 0] = deadlines;
  expect(first - second).toBeGreaterThanOrEqual(100);
});
