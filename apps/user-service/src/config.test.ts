import { findLeaks } from '@triptych/service-host/testing';
import { loadConfig } from '@triptych/service-host';
import { checkConfig, configSchema } from './config.js';

describe('the environment', () => {
  it('needs nothing: ports 8080 and 2000, an embedded database', () => {
    expect(loadConfig(configSchema, {})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      HEALTH_PORT: 2000,
      DATA_DIR: 'data/user-service',
      EMAIL_UNIQUENESS: 'exact',
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://h/d'],
    ['EMAIL_UNIQUENESS', 'lower'],
    ['PORT', '99999'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => loadConfig(configSchema, { [name]: value })).toThrow(name);
  });

  it.each([
    [
      'REQUIRE_API_KEY without a key',
      { REQUIRE_API_KEY: 'true' },
      'REQUIRE_API_KEY needs API_KEYS',
    ],
    [
      'a schema that DATABASE_URL misspells',
      { DATABASE_URL: 'postgres://h/d?shema=s' },
      'DATABASE_URL has an unknown parameter',
    ],
    [
      'a key for the secrets of webhooks that can be guessed',
      { WEBHOOK_KEYS: `${'k'.repeat(32)},short`, MANAGEMENT: 'true' },
      'each of WEBHOOK_KEYS must have',
    ],
    [
      'webhooks that nobody could make',
      { WEBHOOK_KEYS: 'k'.repeat(32) },
      'WEBHOOK_KEYS needs API_KEYS',
    ],
    ['mails from nobody', { SMTP_URL: 'smtp://h' }, 'SMTP_URL needs MAIL_FROM'],
    [
      'links to nowhere',
      { SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b.org' },
      'SMTP_URL needs PUBLIC_URL',
    ],
    ['a mail server that is none', { SMTP_URL: 'http://h' }, 'SMTP_URL must be'],
    [
      'mails from two',
      { SMTP_URL: 'smtp://h', MAIL_FROM: 'a@b.org, c@d.org' },
      'MAIL_FROM must be',
    ],
    ['API_KEYS of nothing but commas', { API_KEYS: ', ,' }, 'API_KEYS holds no key'],
  ])('refuses %s', (_name, env, fault) => {
    expect(() => loadConfig(configSchema, env, checkConfig)).toThrow(fault);
  });

  it('takes REQUIRE_API_KEY where stored keys are the only ones', () => {
    const env = { MANAGEMENT: 'true', REQUIRE_API_KEY: 'true' };
    expect(loadConfig(configSchema, env, checkConfig)).toMatchObject({ REQUIRE_API_KEY: true });
  });

  it('takes API keys of one line each, as a secret file has them', () => {
    const env = { API_KEYS: 'one\ntwo', REQUIRE_API_KEY: 'true' };
    expect(loadConfig(configSchema, env, checkConfig)).toMatchObject({ REQUIRE_API_KEY: true });
  });
});

it('names a variable that is not usable, and never prints its value', () => {
  expect(findLeaks(configSchema, checkConfig)).toEqual([]);
});
