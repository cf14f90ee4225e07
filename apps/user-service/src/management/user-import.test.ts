import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Actor } from '../audit/audit.js';
import type { KeyedUser } from '../users/user.js';
import { emailKeyOf } from '../uniqueness/email-key.js';
import { createUserImport } from './user-import.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const by = { key: 'k', requestId: 'r' };
const log = { error: () => {} };
const exact = emailKeyOf('exact');
const insertAll = async (users: readonly KeyedUser[], _by: Actor) => ({
  stored: new Set(users.map(({ id }) => id)),
  leftOut: new Set<string>(),
});
const line = (n: number) => `{"FullName":"N","Email":"u${n}@b.co"}\n`;

describe('an import', () => {
  it('reads on only when its reports were consumed', async () => {
    let read = 0;
    async function* body() {
      for (;;) yield Buffer.from(line((read += 1)));
    }
    const batches = createUserImport(insertAll, exact, log)(body(), by);
    for (const taken of [1, 2, 3]) {
      expect((await batches.next()).value).toMatchObject([{ line: taken, kind: 'registered' }]);
      expect(read).toBe(taken);
    }
    await batches.return(undefined);
  });

  it('stores a thousand users in one step at most', async () => {
    const steps: number[] = [];
    const recorded: typeof insertAll = (users) => {
      steps.push(users.length);
      return insertAll(users, by);
    };
    async function* body() {
      yield Buffer.from(Array.from({ length: 2500 }, (_, n) => line(n)).join(''));
    }
    const run = createUserImport(recorded, exact, log)(body(), by);
    for await (const batch of run) expect(batch.length).toBeLessThanOrEqual(1000);
    expect(steps).toEqual([1000, 1000, 500]);
  });

  it('drops a line without an end as it arrives, and goes on behind it', async () => {
    const held = () => (collectGarbage(), process.memoryUsage().arrayBuffers);
    const before = held();
    let most = 0;
    async function* body() {
      for (let sent = 0; sent < 1500; sent += 1) {
        if (sent % 250 === 0) most = Math.max(most, held() - before);
        yield Buffer.alloc(65_536, 'x');
      }
      yield Buffer.from(`\n${line(1)}`);
    }
    const outcomes = [];
    for await (const batch of createUserImport(insertAll, exact, log)(body(), by)) {
      outcomes.push(...batch);
    }
    expect(outcomes).toMatchObject([
      { line: 1, kind: 'too-long' },
      { line: 2, kind: 'registered' },
    ]);
    expect(most).toBeLessThan(64 << 20);
  });
});
