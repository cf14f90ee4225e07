import { createPresenceTable } from './presence-table.js';

it('holds who is there while one of their replicas says so', () => {
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

it('takes a full list for the truth about a replica', () => {
  const table = createPresenceTable();
  table.add('one', 'alice');
  table.add('one', 'bob');
  table.add('two', 'bob');
  expect(table.replace('one', ['carol'], 0).sort()).toEqual(['alice', 'carol']);
  expect(['alice', 'bob', 'carol'].map(table.isOnline)).toEqual([false, true, true]);
});

it('forgets a replica that has been silent, and no other', () => {
  const table = createPresenceTable();
  table.replace('one', ['alice', 'bob'], 1_000);
  table.replace('two', ['bob'], 2_000);
  expect(table.forget(1_500)).toEqual(['alice']);
  expect(table.isOnline('bob')).toBe(true);
  expect(table.forget(1_500)).toEqual([]);
});

it('keeps a replica that shows signs of life, and asks who is at one it does not know', () => {
  const table = createPresenceTable();
  table.replace('one', ['alice'], 1_000);
  expect(table.hear('one', 2_000)).toBe(true);
  expect(table.forget(1_500)).toEqual([]);
  expect(table.forget(2_500)).toEqual(['alice']);
  expect(table.hear('one', 3_000)).toBe(false);
});
