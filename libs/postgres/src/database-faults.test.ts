import { describeDatabaseFault } from './database-faults.js';

const refusal = (message: string) =>
  describeDatabaseFault({ cause: Object.assign(new Error(message), { code: '08P01' }) });

it.each(['server conn crashed?', 'pgbouncer cannot connect to server', 'query_wait_timeout'])(
  'what PgBouncer says of its own is told from what it refuses: %s',
  (message) => {
    expect(refusal(message)).toMatchObject({ reason: 'connection_lost', code: '08P01' });
    expect(refusal('unsupported startup parameter: x')).toMatchObject({ reason: 'unsupported' });
  },
);

it.each([
  ['could not write init file', 'XX000', 'overloaded', /disk/],
  ['could not write file "x": No space left on device', '58030', 'overloaded', /disk/],
  ['could not write file "x": Disk quota exceeded', 'XX000', 'overloaded', /disk/],
  ['could not read block 0', 'XX001', 'unknown', /its log, and its disk/],
])('what a server says of itself: %s (%s) is %s', (message, code, reason, advice) => {
  const fault = describeDatabaseFault(Object.assign(new Error(message), { code }));
  expect(fault).toMatchObject({ reason, code, advice: expect.stringMatching(advice) as string });
});
