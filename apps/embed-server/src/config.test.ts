import { findLeaks } from '@triptych/service-host/testing';
import { loadConfig } from '@triptych/service-host';
import { checkConfig, configSchema } from './config.js';

it('names a variable that is not usable, and never prints its value', () => {
  expect(findLeaks(configSchema)).toEqual([]);
});

describe('snapshots', () => {
  const faultsOf = (environment: Record<string, string>) =>
    checkConfig(loadConfig(configSchema, environment));

  it('are off by default, and follow deletions', () => {
    const { SNAPSHOT, SNAPSHOT_DELETED } = loadConfig(configSchema, {});
    expect([SNAPSHOT, SNAPSHOT_DELETED]).toEqual(['off', 'follow']);
  });

  it('name all that is wrong together', () => {
    expect(faultsOf({ SNAPSHOT: 'on', SNAPSHOT_S3_URL: 'https://s3.example' })).toEqual([
      expect.stringContaining('PURGE_KEYS'),
      expect.stringContaining('https://HOST/BUCKET/PREFIX'),
      expect.stringContaining('SNAPSHOT_S3_ACCESS_KEY_ID'),
    ]);
    expect(faultsOf({ SNAPSHOT_S3_ACCESS_KEY_ID: 'a' })).toHaveLength(1);
  });

  it('may lie in S3', () => {
    const keys = { SNAPSHOT_S3_ACCESS_KEY_ID: 'a', SNAPSHOT_S3_SECRET_ACCESS_KEY: 'b' };
    const url = { SNAPSHOT_S3_URL: 'http://s3.example:9000/bucket?region=eu-1' };
    expect(faultsOf({ SNAPSHOT: 'on', PURGE_KEYS: 'k'.repeat(16), ...keys, ...url })).toEqual([]);
  });
});
