import { recordingLogger } from '@triptych/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import { openAt, openPostgresApp } from '../testing/postgres-app.js';
import { pdf } from '../testing/files.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createSqlAttachmentStore } from './attachment-store.sql.js';
import { removeUnused } from './attachment-sweep.js';
import { createFolderFileStore } from './file-store.files.js';
import { objectOf } from './attachment.js';

let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

const upload = async (from: SignedInUser) => (await world.upload(from, pdf)).body.id as string;
const send = (from: SignedInUser, chatId: string, attachments: readonly string[]) =>
  world.post(from, '/api/message/send', { chatId, attachments });

it('of sends at the same time that want the same files in any order each file is in one message at most', async () => {
  const { alice, chatId } = await world.joinFriends();
  const files = await Promise.all(Array.from({ length: 6 }, () => upload(alice)));
  const wanted = Array.from({ length: 18 }, (_, n) => {
    const some = [0, 1, 2].map((step) => files[(n + step * (1 + (n % 2))) % files.length]!);
    return n % 3 === 0 ? some.reverse() : some;
  });
  const replies = await Promise.all(wanted.map((each) => send(alice, chatId, each)));
  const stored = replies.filter(({ status }) => status === 200);
  expect(stored.length).toBeGreaterThan(0);
  for (const { status, body } of replies)
    if (status !== 200)
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'nothing_to_attach' });
  const taken = stored.flatMap(({ body }) =>
    (body.attachments as { id: string }[]).map(({ id }) => id),
  );
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken.length).toBe(stored.length * 3);
});

it('whatever is sent, forwarded, deleted, erased and swept at once, nobody is refused by a fault, and rows and files agree', async () => {
  const database = await openAt(world.databaseUrl);
  const prisma = new PrismaClient(database.clientOptions);
  const parts = {
    files: createFolderFileStore(world.filesDir),
    store: createSqlAttachmentStore(prisma),
    log: recordingLogger().logger,
  };
  for (let round = 0; round < 4; round += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    const [carol, dora] = [await world.join(), await world.join()];
    for (const friend of [carol, dora]) {
      await world.post(friend, '/api/friends/add', { email: bob.email });
      await world.post(bob, '/api/friends/accept', { id: friend.id });
    }
    const chatWith = ({ id }: SignedInUser) => [bob.id, id].sort().join('--');
    const sent = await Promise.all(
      Array.from({ length: 4 }, async () => send(alice, chatId, [await upload(alice)])),
    );
    const acts = sent.flatMap(({ body: { id: messageId, seq } }) => [
      ...[carol, dora].map((to) =>
        world.post(bob, '/api/message/forward', { chatId: chatWith(to), messageId }),
      ),
      world.post(alice, '/api/message/delete', { chatId, seq }),
      world.upload(bob, pdf),
    ]);
    const erased = world.delete(bob, '/api/account', { confirm: bob.email });
    const swept = removeUnused(parts, { unsent: 60_000, released: 0 });
    const replies = await Promise.all([...acts, erased]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    await swept;
  }
  // The copies that came before the erasure go with it: nothing but what is of no message yet is left.
  await removeUnused(parts, { unsent: 0, released: 0 });
  const rows = await world.query<{ object: string }>('SELECT object::text FROM attachments');
  const names = (await world.filesKept()).flatMap((name) => objectOf(name) ?? []);
  const objects = new Set(rows.map(({ object }) => object));
  expect(new Set(names)).toEqual(objects);
  await prisma.$disconnect();
  await database.close();
});
