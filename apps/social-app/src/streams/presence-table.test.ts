import { createPresenceTable } from './presence-table.js';

it('keeps a user online while one of their replicas reports it', () => {
  const table = createPresenceTable();
  expect(table.add('one', 'alice')).toBe(true);
  expect(table.add('one', 'alice')).toBe(false);
  expect(table.add('two', 'alice')).toBe(false);
  expect(table.remove('one', 'alice')).toBe(false);
  expect(table.isOnline('alice')).toBe(true);
  expect(table.remove('two', 'alice')).toBe(true);
  expect(table.remove('two', 'alice')).toBe(false);
  expect(table.isOnline('alice')).toBe(false);
});

it('replaces what is known of a replica by its full list', () => {
  const table = createPresenceTable();
  table.add('one', 'alice');
  table.add('one', 'bob');
  table.add('two', 'bob');
  expect(table.replace('one', ['carol'], 0).sort()).toEqual(['alice', 'carol']);
  expect(['alice', 'bob', 'carol'].map(table.isOnline)).toEqual([false, true, true]);
});

it('expires a replica without a heartbeat, and no other', () => {
  const table = createPresenceTable();
  table.replace('one', ['alice', 'bob'], 1_000);
  table.replace('two', ['bob'], 2_000);
  expect(table.expire(1_500)).toEqual(['alice']);
  expect(table.isOnline('bob')).toBe(true);
  expect(table.expire(1_500)).toEqual([]);
});

it('keeps a replica with heartbeats, and reports one that is not known', () => {
  const table = createPresenceTable();
  table.replace('one', ['alice'], 1_000);
  expect(table.touch('one', 2_000)).toBe(true);
  expect(table.expire(1_500)).toEqual([]);
  expect(table.expire(2_500)).toEqual(['alice']);
  expect(table.touch('one', 3_000)).toBe(false);
});
