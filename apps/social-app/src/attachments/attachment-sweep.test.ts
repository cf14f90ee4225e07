import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLogger } from '@triptych/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createPrismaReportStore } from '../reports/report-store.prisma.js';
import { createReportDesk } from '../reports/report-desk.js';
import { drawing, pdf } from '../testing/files.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import { createSqlAttachmentStore } from './attachment-store.sql.js';
import {
  removeOrphans,
  removeUnused,
  startAttachmentSweep,
  sweepDefaults,
} from './attachment-sweep.js';

let world: TestApp;
let prisma: PrismaClient;
beforeAll(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({ database, context: { expirySweepMs: 3_600_000 } });
  prisma = new PrismaClient(database.clientOptions);
});
afterAll(async () => {
  await prisma.$disconnect();
  await world.close();
});

const parts = () => ({
  store: createSqlAttachmentStore(prisma),
  files: world.parts.files,
  log: recordingLogger().logger,
});
const [unsent, released] = [86_400_000, 60_000];

/** As if so much time had passed since everything that has happened so far. */
async function pass(interval: string) {
  await world.query(
    `UPDATE attachments SET created_at = created_at - $1::interval, released_at = released_at - $1::interval`,
    [interval],
  );
}

const upload = async (from: SignedInUser, bytes: Buffer = pdf) =>
  (await world.upload(from, bytes, '?name=secret-name&alt=secret-words')).body as { id: string };
const objectsOf = async (id: string) =>
  (
    await world.query<{ object: string }>('SELECT object::text FROM attachments WHERE id = $1', [
      id,
    ])
  ).map(({ object }) => object);
const isKept = (object: string) =>
  access(join(world.filesDir, object.slice(0, 2), object)).then(
    () => true,
    () => false,
  );

async function sentFile() {
  const { alice, bob, chatId } = await world.joinFriends();
  const { id } = await upload(alice);
  const send = { chatId, attachments: [id] };
  const { body: message } = await world.post(alice, '/api/message/send', send);
  const [object] = await objectsOf(id);
  return { alice, bob, chatId, id, object: object!, message: message as { id: string } };
}
type Sent = Awaited<ReturnType<typeof sentFile>>;

it.each<[string, (sent: Sent) => Promise<unknown>]>([
  [
    'its message is deleted',
    ({ alice, chatId }) => world.post(alice, '/api/message/delete', { chatId, seq: 1 }),
  ],
  [
    'both have deleted the message for themselves',
    async ({ alice, bob, chatId }) => {
      for (const user of [alice, bob])
        await world.post(user, '/api/message/delete', { chatId, seq: 1, for: 'me' });
    },
  ],
  [
    'who sent it erases the account',
    ({ alice }) => world.delete(alice, '/api/account', { confirm: alice.email }),
  ],
  [
    'who got it erases the account',
    ({ bob }) => world.delete(bob, '/api/account', { confirm: bob.email }),
  ],
  [
    'the release before erases its words because its time is over',
    ({ chatId }) =>
      world.query(
        `UPDATE messages SET text = '', deleted_at = now(), lo_hidden = true, hi_hidden = true WHERE chat_id = $1`,
        [chatId],
      ),
  ],
])('a file, its row and its words are gone soon after %s', async (_name, end) => {
  const sent = await sentFile();
  const other = await sentFile();
  await end(sent);
  const rows = await world.query('SELECT * FROM attachments WHERE id = $1', [sent.id]);
  expect(JSON.stringify(rows)).not.toContain('secret-');
  // Somebody may still be reading it.
  await removeUnused(parts(), { unsent, released });
  expect(await isKept(sent.object)).toBe(true);
  await pass('2 minutes');
  expect(await removeUnused(parts(), { unsent, released })).toBe(1);
  expect(await objectsOf(sent.id)).toEqual([]);
  expect([await isKept(sent.object), await isKept(other.object)]).toEqual([false, true]);
});

it('what no message took is gone after a day, or with the account', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const [old, young] = [await upload(alice), await upload(bob)];
  await world.delete(bob, '/api/account', { confirm: bob.email });
  await pass('2 minutes');
  expect(await removeUnused(parts(), { unsent, released })).toBe(1);
  expect([await objectsOf(young.id), (await objectsOf(old.id)).length]).toEqual([[], 1]);
  await pass('1 day');
  expect(await removeUnused(parts(), { unsent, released })).toBe(1);
  expect(await objectsOf(old.id)).toEqual([]);
});

it('a file that two messages share goes with the last of them', async () => {
  const { alice, bob, chatId, object, message } = await sentFile();
  const carol = await world.join();
  await world.post(carol, '/api/friends/add', { email: bob.email });
  await world.post(bob, '/api/friends/accept', { id: carol.id });
  const target = [bob.id, carol.id].sort().join('--');
  await world.post(bob, '/api/message/forward', { chatId: target, messageId: message.id });
  for (const [user, of, kept] of [
    [alice, chatId, true],
    [bob, target, false],
  ] as const) {
    await world.post(user, '/api/message/delete', { chatId: of, seq: 1 });
    await pass('2 minutes');
    await removeUnused(parts(), { unsent, released });
    expect(await isKept(object)).toBe(kept);
  }
});

it('a reported file stays while the report is open, also when message and account are gone', async () => {
  const { alice, bob, id, object, message } = await sentFile();
  const report = { userId: alice.id, reason: 'illegal', messageIds: [message.id] };
  const { body } = await world.post(bob, '/api/report', report);
  await world.delete(alice, '/api/account', { confirm: alice.email });
  await pass('2 days');
  expect(await removeUnused(parts(), { unsent, released })).toBe(0);
  const lines: string[] = [];
  const desk = createReportDesk({
    store: createPrismaReportStore(prisma),
    readUser: async () => null,
    write: (line) => lines.push(line),
  });
  await desk(['show', body.id]);
  const { length: size } = pdf;
  expect(JSON.parse(lines[0]!)).toMatchObject({
    messages: [
      {
        attachments: [
          { id, object, kind: 'file', type: 'application/pdf', size, name: 'secret-name' },
        ],
      },
    ],
  });
  expect(await isKept(object)).toBe(true);
  await desk(['resolve', body.id, 'seen']);
  expect(await removeUnused(parts(), { unsent, released })).toBe(1);
  expect(await isKept(object)).toBe(false);
});

it('files without a row, and what nobody finished, are removed once they are old', async () => {
  const { object } = await sentFile();
  const picture = await upload(await world.join(), await drawing());
  const [drawn] = await objectsOf(picture.id);
  // As a process leaves it that is killed between the files and the row, or amid an upload.
  const lost = crypto.randomUUID();
  for (const name of [lost, `${lost}.small`]) await world.parts.files.write(name, Buffer.from('x'));
  await mkdir(join(world.filesDir, 'incoming'), { recursive: true });
  await writeFile(join(world.filesDir, 'incoming', `${'0'.repeat(32)}.part`), 'x');
  await writeFile(join(world.filesDir, lost.slice(0, 2), 'README'), 'of somebody else');
  const later = Date.now() + 2 * 86_400_000;
  expect(await removeOrphans(parts(), 86_400_000)).toBe(0);
  expect(await removeOrphans(parts(), 86_400_000, later)).toBe(2);
  expect([await isKept(object), await isKept(drawn!)]).toEqual([true, true]);
  expect(await readdir(join(world.filesDir, lost.slice(0, 2)))).toContain('README');
});

it('the service does all of it by itself', async () => {
  const own = await createTestApp({
    context: { attachmentSweep: { unusedEvery: 5, orphansEvery: 5, unsent: 0, orphaned: 0 } },
  });
  const alice = await own.join();
  await own.parts.files.write(crypto.randomUUID(), Buffer.from('x'));
  await own.upload(alice, pdf);
  const isEmpty = async () => {
    const entries = await readdir(own.filesDir, { recursive: true, withFileTypes: true });
    return entries.every((entry) => !entry.isFile());
  };
  while (!(await isEmpty())) await own.query('SELECT 1');
  await own.close();
});

it('a fault is logged once, until it is over', async () => {
  const { logger, lines } = recordingLogger();
  let asked = 0;
  const fault = async () => {
    asked += 1;
    throw new Error('away');
  };
  const store = { ...parts().store, dropUnused: fault };
  const settings = { ...sweepDefaults, unusedEvery: 1 };
  const stop = startAttachmentSweep({ ...parts(), store, log: logger }, settings);
  while (asked < 3) await world.query('SELECT 1');
  await stop();
  expect(lines.filter((line) => line.includes('could not be removed'))).toHaveLength(1);
});
