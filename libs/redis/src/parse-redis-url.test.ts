import { redisFaults } from './connect-redis.js';
import { parseRedisUrl } from './parse-redis-url.js';

const local = { host: 'r', port: 6379 };
const single = { kind: 'single', tls: false, hosts: [local], db: 0 };
const sentinels = [
  { host: 'a', port: 26379 },
  { host: 'b', port: 5 },
];

it.each([
  ['redis://r', single],
  ['redis://r/', single],
  ['redis://r:7000/15', { ...single, hosts: [{ host: 'r', port: 7000 }], db: 15 }],
  ['redis://[::1]:7000', { ...single, hosts: [{ host: '::1', port: 7000 }] }],
  ['rediss://:p@r', { ...single, tls: true, password: 'p' }],
  ['redis://u:a:b+c@r', { ...single, username: 'u', password: 'a:b+c' }],
  ['redis://u%40:%23%2F%3F%25%20@r', { ...single, username: 'u@', password: '#/?% ' }],
  [
    'redis+sentinel://u:p@a,b:5/main/2?sentinel_username=s&sentinel_password=x%26+y',
    {
      ...{ kind: 'sentinel', tls: false, hosts: sentinels, db: 2, master: 'main' },
      ...{ username: 'u', password: 'p', sentinelUsername: 's', sentinelPassword: 'x&+y' },
    },
  ],
  [
    'rediss-sentinel://a,b:5/main',
    { kind: 'sentinel', tls: true, hosts: sentinels, db: 0, master: 'main' },
  ],
  ['redis+cluster://r', { ...single, kind: 'cluster' }],
  [
    'rediss-cluster://:p@r,r:1',
    {
      ...{ kind: 'cluster', tls: true, hosts: [local, { host: 'r', port: 1 }], db: 0 },
      password: 'p',
    },
  ],
])('reads %s', (url, target) => {
  expect(parseRedisUrl(url)).toEqual(target);
  expect(redisFaults({ url })).toEqual([]);
});

const secret = 's3cret';

it.each([
  ...['#', '/', '?', '@', ' ', '%', '[', '"', '\\', 'é', '\n'].map((sign) => [
    `a password with ${JSON.stringify(sign)}`,
    `redis://:${secret}${sign}${secret}@r:6379/0`,
    /percent-encoded|host or a port/,
  ]),
  ['no host', `redis://:${secret}@`, /percent-encoded|host or a port/],
  ['a port that is none', `redis://:${secret}@r:99999`, /host or a port/],
  ['another scheme', `http://${secret}@r`, /must be redis\[s\]/],
  ['several hosts', `redis://:${secret}@r,r`, /several hosts/],
  ['no master', `redis+sentinel://:${secret}@r`, /name of the master/],
  ['a database of a cluster', `redis+cluster://:${secret}@r/1`, /names a database/],
  ['no number of a database', `redis://r/${secret}`, /no number of a database/],
  ['an unknown parameter', `redis+sentinel://r/m?${secret}=1`, /unknown/],
  ['a broken encoding', `redis+sentinel://r/m?sentinel_password=${secret}%zz`, /percent-encoded/],
] as [string, string, RegExp][])(
  'refuses %s, by name and without the value',
  (_what, url, words) => {
    const [fault, ...others] = redisFaults({ url });
    expect(fault).toMatch(/^REDIS_URL /);
    expect(fault).toMatch(words);
    expect(fault).not.toContain(secret);
    expect(others).toEqual([]);
  },
);

it('refuses certificates that are none, without a word of them', () => {
  const url = 'rediss://r';
  expect(redisFaults({ url, ca: secret }).join()).toMatch(/^REDIS_CA.*PEM/);
  expect(redisFaults({ url, cert: secret, key: secret }).join()).not.toContain(secret);
  expect(redisFaults({ url, cert: secret }).join()).toMatch(/take each other/);
  expect(redisFaults({ url: 'redis://r', ca: secret }).join()).toMatch(/with rediss/);
});
