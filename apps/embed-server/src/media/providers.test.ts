import { loadConfig } from '@triptych/service-host';
import { checkConfig, configSchema } from '../config.js';
import { growthOf, repeated } from '../testing/growth.js';
import { pagesOf } from '../testing/oembed-providers.js';
import { faultsOfRegistry, parseRegistry } from './parse-providers.js';
import { createFindProvider, isOf, parsePageUrl } from './provider-rules.js';
import { loadProviders } from './providers.files.js';

const find = loadProviders(undefined, () => false);
const endpointOf = (page: string) => {
  const url = parsePageUrl(page);
  return url && (find(url)?.endpoint ?? null);
};

describe('the bundled registry', () => {
  it.each(Object.values(pagesOf))('has an endpoint of https for %s', (page) => {
    expect(endpointOf(page)).toMatch(/^https:\/\//);
  });

  it.each([
    ['https://www.ted.com/talks/a', 'https://www.ted.com/services/v1/oembed.json'],
    ['http://www.kickstarter.com/projects/a/b', 'https://www.kickstarter.com/services/oembed'],
    ['https://farm1.flickr.com/photos/a/1', 'https://www.flickr.com/services/oembed/'],
    ['https://bitchute.com/video/a', 'https://api.bitchute.com/oembed/'],
    ['https://WWW.TED.com./talks/a', 'https://www.ted.com/services/v1/oembed.json'],
  ])('%s is asked of at %s', (page, endpoint) => expect(endpointOf(page)).toBe(endpoint));

  it.each([
    'https://www.ted.com/',
    'https://evil.example/www.ted.com/talks/a',
    'https://evil.example/?u=https://www.ted.com/talks/a',
    'https://evil.example/#https://www.ted.com/talks/a',
    'https://evil.example/https://www.ted.com/talks/a',
    'https://www.ted.com.evil.example/talks/a',
    'https://xflickr.com/photos/a/1',
    'https://flickr.com.evil.example/photos/a/1',
    'https://www.ted.com@evil.example/talks/a',
    'https://evil.example\\@www.ted.com/talks/a',
    'https://127.0.0.1/talks/a',
    'spotify:album:1',
  ])('%s is of no provider', (page) => expect(endpointOf(page)).toBeNull());

  it('lets players stand at hosts of the provider, and at no other', () => {
    const provider = find(new URL('https://www.dailymotion.com/video/a'));
    if (provider === null) throw new Error('no provider');
    const hosts = ['geo.dailymotion.com', 'www.dailymotion.com', 'dailymotion.com'];
    const others = ['evil.example', 'xdailymotion.com', 'dailymotion.com.evil.example', 'com', ''];
    expect(hosts.filter((host) => isOf(provider, host))).toEqual(hosts);
    expect(others.filter((host) => isOf(provider, host))).toEqual([]);
  });
});

const entry = (endpoints: unknown, more: object = {}) =>
  JSON.stringify([{ provider_name: 'a', provider_url: 'https://a.example', endpoints, ...more }]);

it.each([
  ['{', 'is not JSON'],
  ['{}', 'is no list of providers as in providers.json of oembed.com'],
  ['[]', 'is no list of providers as in providers.json of oembed.com'],
  ['[1]', 'provider 1 has no provider_name'],
  [entry([], { provider_url: 'secret' }), 'provider 1 has no provider_url that is an address'],
  [entry([]), 'provider 1 has no endpoints'],
  [entry([{ url: 'secret' }]), 'provider 1, endpoint 1 has no url that is an address'],
  [entry([{ url: 'file:///secret' }]), 'provider 1, endpoint 1 has no url that is an address'],
  [
    entry([{ url: 'https://a.example/oembed', schemes: 'secret' }]),
    'provider 1, endpoint 1 has schemes that are no list of texts',
  ],
])('a registry of %s ends the start, with a fault and without a value', (registry, fault) => {
  const load = () => loadConfig(configSchema, { OEMBED_PROVIDERS: registry }, checkConfig);
  expect(load).toThrow(`OEMBED_PROVIDERS: ${fault}`);
  expect(load).not.toThrow('secret');
});

it('a registry of a file stands in the place of the bundled one', () => {
  const schemes = [
    'https://*.a.example/v/*.html',
    'https://*/x',
    'https://a.*/x',
    'https://*.com/*',
  ];
  const registry = entry([{ url: 'http://a.example/oembed', schemes }]);
  expect(faultsOfRegistry(registry)).toEqual([]);
  const own = createFindProvider(parseRegistry(registry, () => false));
  expect(own(new URL('https://b.a.example/v/1.html'))?.endpoint).toBe('https://a.example/oembed');
  for (const page of [
    'https://a.example/v/1.html',
    'https://b.a.example/v/1.htm',
    'https://b.com/x',
  ])
    expect([page, own(new URL(page))]).toEqual([page, null]);
});

describe('the work is linear', () => {
  const path = `/${Array.from({ length: 6 }, () => '*a').join('')}*b`;
  const schemes = [`https://*.a.example${path}`];
  const glob = createFindProvider(
    parseRegistry(entry([{ url: 'https://a.example/oembed', schemes }]), () => false),
  );
  const pageOf = (size: number) => new URL(`https://x.a.example/${repeated('a', size)}`);

  it('in an address that nearly matches', () => {
    expect(growthOf(pageOf, glob, 400_000)).toBeLessThan(3);
  });

  it('in the labels of a host', () => {
    const find = (hostname: string) =>
      glob(Object.assign(new URL('https://a.example/'), { hostname }));
    expect(growthOf((size) => repeated('a.', size), find, 100_000)).toBeLessThan(3);
  });
});
