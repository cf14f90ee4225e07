import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { emailKeyOf } from '../email-rule/email-key.js';
import { memoryUserDirectory } from './user-directory.memory.js';
import { createUserImport } from './user-import.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const log = { error: () => {} };
const exact = emailKeyOf('exact');
const line = (n: number) => `{"FullName":"N","Email":"u${n}@b.co"}\n`;

describe('an import', () => {
  it('reads on only when what it told was taken', async () => {
    let read = 0;
    async function* body() {
      for (;;) yield Buffer.from(line((read += 1)));
    }
    const batches = createUserImport(memoryUserDirectory(), exact, log)(body());
    for (const taken of [1, 2, 3]) {
      expect((await batches.next()).value).toMatchObject([{ line: taken, kind: 'registered' }]);
      expect(read).toBe(taken);
    }
    await batches.return(undefined);
  });

  it('keeps a thousand users in one step at most', async () => {
    const directory = memoryUserDirectory();
    const steps: number[] = [];
    const insertAll: typeof directory.insertAll = (users) => {
      steps.push(users.length);
      return directory.insertAll(users);
    };
    async function* body() {
      yield Buffer.from(Array.from({ length: 2500 }, (_, n) => line(n)).join(''));
    }
    const run = createUserImport({ ...directory, insertAll }, exact, log)(body());
    for await (const batch of run) expect(batch.length).toBeLessThanOrEqual(1000);
    expect(steps).toEqual([1000, 1000, 500]);
  });

  it('drops a line without an end as it comes, and goes on behind it', async () => {
    const held = () => (collectGarbage(), process.memoryUsage().arrayBuffers);
    const before = held();
    let most = 0;
    async function* body() {
      for (let sent = 0; sent < 4000; sent += 1) {
        if (sent % 250 === 0) most = Math.max(most, held() - before);
        yield Buffer.alloc(65_536, 'x');
      }
      yield Buffer.from(`\n${line(1)}`);
    }
    const told = [];
    for await (const batch of createUserImport(memoryUserDirectory(), exact, log)(body())) {
      told.push(...batch);
    }
    expect(told).toMatchObject([
      { line: 1, kind: 'too-long' },
      { line: 2, kind: 'registered' },
    ]);
    expect(most).toBeLessThan(64 << 20);
  });
});
