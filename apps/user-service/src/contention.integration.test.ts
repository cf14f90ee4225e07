// What locks, deadlocks, frozen processes and lost connections of others do to people who have no part in them: nothing.
// The whole of it by hand: ATTACK_STEPS=300 ATTACK_SEED=7 (figures are printed then).
import {
  createTestDatabase,
  openLockSession,
  type OwnBouncer,
  startPgBouncer,
  type TestDatabase,
} from '@triptych/postgres/testing';
import type { ServiceProcess } from '@triptych/testing';
import {
  type Attack,
  changeAgainAndAgain,
  importLines,
  insertOn,
  manage,
  p99,
  postAgainAndAgain,
  type Poster,
  randomNumbers,
  steps,
} from './testing/contention.js';
import { endServices, launchService, run } from './testing/service-process.js';
import { startLoad, type SteadyLoad } from './testing/steady-load.js';

const attackSteps = Number(process.env['ATTACK_STEPS'] ?? 12);
const seed = Number(process.env['ATTACK_SEED'] ?? 1);
const byHand = process.env['ATTACK_STEPS'] !== undefined;
const registrations = byHand ? 2000 : 100;
const importedLines = byHand ? 3000 : 600;

/** Of requests for what is locked elsewhere: they wait until the lock is gone, or their time is over. */
const repliesOfHeld = [200, 204, 404, 409, ...(byHand ? [500] : [])];

let database: TestDatabase;
let bouncer: OwnBouncer | undefined;
let services: ServiceProcess[];

const readinessOf = async ({ ops }: ServiceProcess) => (await fetch(`${ops}/-/ready`)).status;

async function onDatabase<Row>(sql: string, values: readonly unknown[] = []) {
  const session = await openLockSession(database.url);
  try {
    return await session.query<Row>(sql, values);
  } finally {
    await session.end();
  }
}

/** Registers people while something goes on, and returns those who failed or are not found as they were acknowledged. */
async function registerBeside(
  name: string,
  disturb: (load: SteadyLoad) => Promise<() => Promise<unknown>>,
) {
  const load = startLoad(services[0]!.address, name);
  await load.until(200, registrations);
  const quiet = p99(load, 50);
  const before = load.registrations.length;
  const settle = await disturb(load);
  await load.until(200, registrations);
  const [busy, count] = [p99(load, before), load.registrations.length - before];
  await settle();
  await load.stop();
  if (byHand) {
    process.stdout.write(`${name}: ${count} registrations, p99 ${quiet} ms, then ${busy} ms\n`);
  }
  const found = new Map(load.lookups.map(({ email, id }) => [email, id]));
  return load.registrations.filter(({ status, email, id }) => {
    return status !== 200 || found.get(email) !== id;
  });
}

describe.each(['on PostgreSQL', 'through PgBouncer'])('%s', (way) => {
  // It logs in at the server one connection after another: here before anybody waits for that.
  const pooling = { mode: 'transaction', size: 12, settings: ['min_pool_size = 12'] } as const;
  const isPooled = way === 'through PgBouncer';

  beforeAll(async () => {
    database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    if (isPooled) bouncer = await startPgBouncer(database.url, pooling);
    const env = { DATABASE_URL: bouncer?.url ?? database.url, API_KEYS: 'key' };
    await run(['migrate'], env).exited;
    services = [await launchService(env), await launchService(env)];
    while ((await readinessOf(services[0]!)) !== 200);
  });
  afterAll(async () => {
    endServices();
    await bouncer?.close();
    await database.drop();
  });

  it('an e-mail that is locked elsewhere and posted again and again fails nobody else', async () => {
    const session = await openLockSession(database.url);
    let posters: Poster[] = [];
    const failed = await registerBeside('locked', async () => {
      await session.query('BEGIN');
      await insertOn(session, 'hot@example.org');
      posters = Array.from({ length: 40 }, (_, side) =>
        postAgainAndAgain(services.slice(0, 1), (n) => ({
          email: 'hot@example.org',
          ...(side % 3 === 1 && { key: `key-${side}-${n}` }),
        })),
      );
      return async () => {
        await session.query('ROLLBACK');
        await Promise.all(posters.map((poster) => poster.stop()));
      };
    });
    await session.end();
    expect(failed).toEqual([]);
    const hot = posters.flatMap(({ replies }) => replies).map(({ status }) => status);
    expect(hot.filter((status) => status === 200)).toHaveLength(1);
    expect(hot.filter((status) => !repliesOfHeld.includes(status))).toEqual([]);
  });

  it('a user who is locked elsewhere, changed and removed again and again, fails nobody else', async () => {
    const [service] = services as [ServiceProcess];
    const session = await openLockSession(database.url);
    await session.query('BEGIN');
    await insertOn(session, 'held@example.org');
    await insertOn(session, 'free@example.org');
    await session.query('COMMIT');
    await session.query('BEGIN');
    await session.query('SELECT FROM users WHERE email = $1 FOR UPDATE', ['held@example.org']);
    let going = true;
    // Readiness, and changes of another user, all the while.
    const watch = async (status: () => Promise<number>) => {
      const statuses = new Set<number>();
      while (going) statuses.add(await status());
      return [...statuses];
    };
    let seen: Promise<number[][]> | undefined;
    const failed = await registerBeside('held', async () => {
      const changes = changeAgainAndAgain(service, 'held@example.org', 30);
      seen = Promise.all([
        watch(() => readinessOf(service)),
        watch(() => manage(service, 'PATCH', 'free@example.org', { Phone: '1' })),
      ]);
      return async () => {
        going = false;
        await session.query('ROLLBACK');
        const statuses = await changes.stop();
        expect(statuses.filter((it) => it === 200 || it === 204).length).toBeGreaterThan(0);
        // On a slow machine the time of some is over.
        expect(statuses.filter((it) => ![...repliesOfHeld, 500].includes(it))).toEqual([]);
      };
    });
    await session.end();
    expect(failed).toEqual([]);
    expect(await seen).toEqual([[200], [200]]);
  });

  it('a replica that is frozen amid registrations with keys fails nobody, nor the same at another', async () => {
    const [first, frozen] = services as [ServiceProcess, ServiceProcess];
    const bodyOf = (side: number) => (n: number) => {
      const email = `shared-${side}-${n}@example.org`;
      return { email, key: email };
    };
    let again: Poster[] = [];
    const failed = await registerBeside('frozen', async (load) => {
      const posters = [1, 2, 3, 4].map((side) => postAgainAndAgain([frozen], bodyOf(side)));
      await load.until(200, 50);
      frozen.child.kill('SIGSTOP');
      again = [1, 2, 3, 4].map((side) => postAgainAndAgain([first], bodyOf(side)));
      return async () => {
        frozen.child.kill('SIGCONT');
        await Promise.all([...posters, ...again].map((poster) => poster.stop()));
      };
    });
    expect(failed).toEqual([]);
    const repeated = again.flatMap(({ replies }) => replies);
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('imports beside registrations of the same people fail neither', async () => {
    let imported: { readonly status: number }[] = [];
    const failed = await registerBeside('beside', async () => {
      const emails = Array.from({ length: importedLines }, (_, n) => `import-${n}@example.org`);
      const posters = [emails, emails.toReversed()].map((each) =>
        postAgainAndAgain(services, (n) => ({ email: each[n % each.length]! })),
      );
      const imports = services.map((service, n) =>
        importLines(service, n === 0 ? emails : emails.toReversed()),
      );
      return async () => {
        imported = (await Promise.all(imports)).flat();
        await Promise.all(posters.map((poster) => poster.stop()));
        const posted = posters.flatMap(({ replies }) => replies);
        expect(posted.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      };
    });
    expect(failed).toEqual([]);
    expect(imported).toHaveLength(2 * importedLines);
    expect(imported.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const stored = await onDatabase(
      'SELECT count(*)::int AS count FROM users WHERE email LIKE $1',
      ['import-%'],
    );
    expect(stored).toEqual([{ count: importedLines }]);
  });

  it('random locks, deadlocks, frozen processes, lost connections and imports: what was acknowledged is stored', async () => {
    const attack: Attack = {
      url: database.url,
      services,
      hotEmails: Array.from({ length: 6 }, (_, n) => `hot-${n}@example.org`),
      random: randomNumbers(seed),
      removed: [],
    };
    const posters = attack.hotEmails.flatMap((email) => [
      postAgainAndAgain(services, () => ({ email })),
      postAgainAndAgain(services, (n) => ({ email, key: `${email}-${n % 5}` })),
    ]);
    const failed = await registerBeside('attack', async () => {
      const names = Object.keys(steps);
      for (let n = 0; n < attackSteps; n += 1) {
        const together = [
          names[n % names.length]!,
          names[Math.floor(attack.random() * names.length)]!,
        ];
        await Promise.all(together.map((name) => steps[name]!(attack)));
      }
      return () => Promise.all(posters.map((poster) => poster.stop()));
    });
    expect(failed).toEqual([]);
    // What was acknowledged is there, or was removed, and nothing else.
    const kept = await onDatabase<{ id: string }>(
      `SELECT id FROM users WHERE email = ANY ($1) AND full_name = 'Hot'`,
      [attack.hotEmails],
    );
    const hot = posters.flatMap(({ replies }) => replies).filter(({ status }) => status === 200);
    expect(new Set(hot.map(({ id }) => id))).toEqual(
      new Set([...kept.map(({ id }) => id), ...attack.removed]),
    );
    expect(new Set(attack.removed).size).toBe(attack.removed.length);
    const halves = `SELECT key FROM idempotency_keys WHERE answer IS NOT NULL AND answer ->> 'email' NOT LIKE 'hot-%'
    AND NOT EXISTS (SELECT FROM users WHERE id = (answer ->> 'id')::uuid)`;
    expect(await onDatabase(halves)).toEqual([]);
  });
});
