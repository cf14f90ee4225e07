import { createStatementNames } from './remote.js';

it('names a text once and two texts differently', () => {
  const nameOf = createStatementNames();
  expect(nameOf({ sql: 'SELECT 1' })).toBe(nameOf({ sql: 'SELECT 1' }));
  expect(nameOf({ sql: 'SELECT 2' })).not.toBe(nameOf({ sql: 'SELECT 1' }));
});

it('leaves texts unnamed when there are too many, and keeps the earlier names', () => {
  const nameOf = createStatementNames();
  const first = nameOf({ sql: 'SELECT 0' });
  for (let n = 1; n < 500; n += 1) expect(nameOf({ sql: `SELECT ${n}` })).not.toBe('');
  expect(nameOf({ sql: 'SELECT 500' })).toBe('');
  expect(nameOf({ sql: 'SELECT 0' })).toBe(first);
});
