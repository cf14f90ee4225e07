import { AddressRefused, UpstreamUnreachable, type HttpClient } from '@triptych/http-client';
import { createRegistry, loadConfig } from '@triptych/service-host';
import { createUpstreams } from './pipeline.http.js';
import { configSchema, outboundSettings } from '../config.js';

/** A client that fails with the given error, and counts its calls. */
function failing(Failure: typeof AddressRefused | typeof UpstreamUnreachable) {
  let calls = 0;
  const http: HttpClient = {
    request: () => {
      calls += 1;
      return Promise.reject(new Failure());
    },
    close: () => Promise.resolve(),
  };
  return { http, calls: () => calls };
}

it('a name that leads inside is retried, counted and left alone like a dead host', async () => {
  const seen = [];
  for (const Failure of [AddressRefused, UpstreamUnreachable]) {
    const { http, calls } = failing(Failure);
    const registry = createRegistry('test');
    const settings = { ...outboundSettings(loadConfig(configSchema, {})), isAllowed: () => false };
    const upstreams = createUpstreams(http, settings, registry);
    const outcomes: unknown[] = [];
    for (let question = 0; question < 6; question += 1) {
      const asked = upstreams
        .client('fediverse')
        .request({ url: 'https://a.example', accept: '*' });
      outcomes.push(await asked.catch((error: UpstreamUnreachable) => [error.code, error.message]));
    }
    const metrics = await registry.metrics();
    const counted = [...metrics.matchAll(/^embed_upstream_requests_total{.*$/gm)].map(String);
    seen.push({ outcomes, counted, calls: calls() });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.calls).toBe(10);
  expect(seen[0]?.outcomes[5]).toContain('upstream_busy');
});
