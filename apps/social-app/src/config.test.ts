import { findLeaks } from '@triptych/service-host/testing';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@triptych/service-host';
import { checkConfig, configSchema, providerSettings, publicOrigin } from './config.js';
import { createVapidKeys } from './push/vapid.js';
import { keepSessionSecret } from './sessions/kept-secrets.files.js';

const load = (env: Record<string, string>) => loadConfig(configSchema, env, checkConfig);

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('the environment', () => {
  it('may be empty in development', () => {
    const config = load({});
    expect(config).toMatchObject({ PORT: 8082, HEALTH_PORT: 2002, DATA_DIR: 'data/social-app' });
    expect(publicOrigin(config)).toBe('http://localhost:8082');
    expect(providerSettings(config)).toEqual({ oidc: null, google: null, github: null });
  });

  it('takes the origin of PUBLIC_URL', () => {
    expect(publicOrigin(load({ PUBLIC_URL: 'https://Chat.Example.test:443/' }))).toBe(
      'https://chat.example.test',
    );
  });

  it.each<[string, Record<string, string>]>([
    ['a production without a secret', { APP_ENV: 'production' }],
    ['a short secret', { SESSION_SECRET: 'short' }],
    ['an issuer without a client', { OIDC_ISSUER: 'https://idp.test' }],
    ['a client without a secret', { GITHUB_CLIENT_ID: 'a' }],
    [
      'an issuer that is no URL',
      { OIDC_ISSUER: 'idp', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    ],
    ['one key without the other', { VAPID_PUBLIC_KEY: createVapidKeys().publicKey }],
    [
      'keys that do not belong together',
      {
        VAPID_PUBLIC_KEY: createVapidKeys().publicKey,
        VAPID_PRIVATE_KEY: createVapidKeys().privateKey,
        VAPID_SUBJECT: 'mailto:operator@example.test',
      },
    ],
    ['a public URL with a path', { PUBLIC_URL: 'https://a.test/chat' }],
    ['a public URL of another kind', { PUBLIC_URL: 'ftp://a.test' }],
    ['a database of another kind', { DATABASE_URL: 'mysql://a' }],
    ['a certificate that is not there', { DATABASE_URL: 'postgres://a/b?sslrootcert=none.pem' }],
  ])('is refused with %s', (_name, env) => {
    expect(faultsOf(env)).toHaveLength(1);
  });

  it('takes every pair of keys that this service makes', () => {
    // Some of so many begin with a zero byte.
    for (let n = 0; n < 2_000; n += 1) {
      const { publicKey, privateKey } = createVapidKeys();
      const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
      expect(faultsOf({ ...keys, VAPID_SUBJECT: 'https://example.test' })).toEqual([]);
    }
  });

  it('never repeats a value', () => {
    expect(faultsOf({ SESSION_SECRET: 'hunter2' }).join()).not.toContain('hunter2');
  });
});

describe('the kept secret', () => {
  it('is made once, for its owner’s eyes, and the same after a restart and in a race', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'social-app-'));
    const dataDir = join(folder, 'data');
    try {
      const secrets = await Promise.all([1, 2, 3].map(() => keepSessionSecret(dataDir)));
      secrets.push(await keepSessionSecret(dataDir));
      expect(new Set(secrets).size).toBe(1);
      expect(secrets[0]).toHaveLength(43);
      const file = join(dataDir, 'session-secret');
      expect(await readFile(file, 'utf8')).toBe(secrets[0]);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('names a variable that is not usable, and never prints its value', () => {
  expect(findLeaks(configSchema, checkConfig)).toEqual([]);
});
