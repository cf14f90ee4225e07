import { unspreadStatements, unspreadTables } from '@triptych/postgres/testing';
import { migrationsDir } from './testing/test-app.js';

/** The layout of ADR 0052. */
const columns = {
  users: ['email_key'],
  idempotency_keys: ['key'],
  user_events: ['user_id'],
  // On every machine.
  api_keys: ['id'],
  audit: ['id'],
  webhooks: ['id'],
  webhook_attempts: ['id'],
  scim_users: ['user_id'],
  verification_mails: ['user_id'],
  verification_links: ['hash'],
  verification_requests: ['id'],
  settings: ['name'],
};
const elsewhere = {
  users_pkey: 'a table from id to the key of the e-mail',
  users_email_key: 'users of the rule "exact" have the e-mail itself as key',
  api_keys_hash_key: 'the table is on every machine',
  user_events_pkey: 'each machine has an order of its own, and a cursor names one position in each',
};

it('every unique key names the column that its table would be spread by, or where it would be kept', async () => {
  expect(await unspreadTables(migrationsDir, { columns, elsewhere })).toEqual([]);
});

it('no statement assigns what a distributed engine refuses', async () => {
  expect(await unspreadStatements(new URL('.', import.meta.url), columns)).toEqual([
    // Another rule gives every user another key, which moves the rows.
    'uniqueness/uniqueness.prisma.ts: email_key =',
  ]);
});
