import { openLockSession } from '@triptych/postgres/testing';
import { pdf } from '../testing/files.js';
import { openAt, openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { tusCalls } from '../testing/tus-calls.js';
import { erasedOwnerContract } from './erased-owner.contract.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

erasedOwnerContract(() => openAt(world.databaseUrl));

const { begin, patch, complete } = tusCalls(() => world);

/** What somebody gets who is erased while it waits for them. */
async function erasedMeanwhile(
  { id }: SignedInUser,
  act: () => Promise<{ status: number; body: Record<string, unknown> }>,
) {
  const waits = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
  const session = await openLockSession(world.databaseUrl);
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
  await session.query('DELETE FROM users WHERE id = $1', [id]);
  const reply = act();
  while ((await world.query(waits)).length === 0) await new Promise(setImmediate);
  await session.query('COMMIT');
  await session.end();
  const { status, body } = await reply;
  return [status, body['code']];
}

const refused = [401, 'unauthenticated'];

it('a file that comes while its owner is erased is refused as every request of theirs, and not kept', async () => {
  const alice = await world.join();
  const kept = await world.filesKept();
  expect(await erasedMeanwhile(alice, () => world.upload(alice, pdf))).toEqual(refused);
  expect(await world.filesKept()).toEqual(kept);
});

it('so is one that is begun, and one that is completed', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  expect(await erasedMeanwhile(alice, () => begin(alice, pdf.length))).toEqual(refused);
  const url = (await begin(bob, pdf.length)).headers['location']!;
  await patch(bob, url, 0, pdf);
  expect(await erasedMeanwhile(bob, () => complete(bob, url))).toEqual(refused);
});
