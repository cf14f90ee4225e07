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
