import { randomBytes } from 'node:crypto';
import { PrismaClient } from '../generated/prisma/client.js';
import { objectOf } from '../attachments/attachment.js';
import { createPostgresApp, openAt, openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import type { TestApp } from '../testing/test-app.js';
import { createSqlUploadStore } from './upload-store.sql.js';
import { removeExpired } from './upload-sweep.js';

const KiB = 1024;
const path = '/api/attachments/uploads';
const context = { uploads: { pieceBytes: 4 * KiB } };
let world: Awaited<ReturnType<typeof openPostgresApp>>;
/** Two replicas on one database and one folder. */
let replicas: readonly TestApp[];
beforeAll(async () => {
  world = await openPostgresApp();
  const config = { FILES_DIR: world.filesDir };
  const [one, other] = await Promise.all(
    [1, 2].map(() => createPostgresApp(world.databaseUrl, context, config)),
  );
  replicas = [one!, other!];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await world.close();
});

async function call(
  replica: number,
  { cookie }: SignedInUser,
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
  payload?: Buffer,
) {
  const reply = await replicas[replica % 2]!.app.inject({
    method,
    url,
    headers: { cookie, 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body };
}

async function begin(user: SignedInUser, length: number): Promise<string> {
  const reply = await call(0, user, 'POST', path, { 'upload-length': String(length) });
  return String(reply.headers['location']);
}

const goOn = (replica: number, user: SignedInUser, url: string, offset: number, bytes: Buffer) =>
  call(
    replica,
    user,
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes.subarray(offset),
  );

it('whichever replica goes on, and however many at once, the file is what was sent, once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const alice = await world.join();
    const bytes = randomBytes(30 * KiB + round);
    const url = await begin(alice, bytes.length);
    // What all of them want to send; who loses asks again, as clients do.
    const sending = [0, 1, 2, 3].map(async (replica) => {
      for (;;) {
        const head = await call(replica, alice, 'HEAD', url);
        const offset = Number(head.headers['upload-offset']);
        if (offset === bytes.length) return;
        const { status, text } = await goOn(replica, alice, url, offset, bytes);
        expect([204, 409, text]).toContain(status === 204 || status === 409 ? status : text);
      }
    });
    await Promise.all(sending);
    const completed = await Promise.all(
      [0, 1, 2].map((replica) => call(replica, alice, 'POST', `${url}/complete`)),
    );
    expect(completed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(completed.map(({ text }) => text)).size).toBe(1);
    const { id } = JSON.parse(completed[0]!.text) as { id: string };
    const { rawPayload } = await replicas[1]!.app.inject({
      url: `/api/attachments/${id}`,
      headers: { cookie: alice.cookie },
    });
    expect(rawPayload.equals(bytes)).toBe(true);
  }
  const [row] = await world.query<{ files: number }>(
    'SELECT count(*)::int AS files FROM attachments',
  );
  expect(await world.filesKept()).toHaveLength(row!.files);
});

it('an account that is erased meanwhile fails no request, and takes its pieces with it', async () => {
  const database = await openAt(world.databaseUrl);
  const prisma = new PrismaClient(database.clientOptions);
  const log = { info: () => undefined, warn: () => undefined } as never;
  for (let round = 0; round < 6; round += 1) {
    const alice = await world.join();
    const bytes = randomBytes(20 * KiB);
    const [url, whole] = [await begin(alice, bytes.length), await begin(alice, bytes.length)];
    await goOn(0, alice, whole, 0, bytes);
    const replies = await Promise.all([
      goOn(round, alice, url, 0, bytes),
      call(round, alice, 'POST', `${whole}/complete`),
      world.delete(alice, '/api/account', { confirm: alice.email }),
      call(round + 1, alice, 'POST', path, { 'upload-length': '9' }),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  }
  const parts = { store: createSqlUploadStore(prisma), files: world.parts.files, log };
  await removeExpired(parts);
  expect(await world.query('SELECT FROM uploads WHERE owner_id IS NULL')).toEqual([]);
  expect(await world.query('SELECT FROM upload_pieces')).toEqual([]);
  const rows = await world.query<{ object: string }>('SELECT object::text FROM attachments');
  const known = new Set(rows.map(({ object }) => object));
  const names = await world.filesKept();
  expect(names.filter((name) => !known.has(objectOf(name) ?? ''))).toEqual([]);
  await prisma.$disconnect();
  await database.close();
});

it('a file is discarded or sent, never both, and one that was sent stays', async () => {
  const turns = async (most: number) => {
    for (let n = 0; n < most; n += 1) await new Promise(setImmediate);
  };
  for (let round = 0; round < 18; round += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    const bytes = randomBytes(KiB);
    const url = await begin(alice, bytes.length);
    await goOn(0, alice, url, 0, bytes);
    const { text } = await call(0, alice, 'POST', `${url}/complete`);
    const { id } = JSON.parse(text) as { id: string };
    const [sent, ended] = await Promise.all([
      turns(round % 5).then(() =>
        world.post(alice, '/api/message/send', { chatId, attachments: [id] }),
      ),
      turns(round % 7).then(() => call(round, alice, 'DELETE', url)),
      round % 6 === 0 && world.delete(alice, '/api/account', { confirm: alice.email }),
    ]);
    expect(ended.status).toBeLessThan(500);
    if (round % 6 === 0) continue;
    expect(ended.status).toBe(204);
    const { rawPayload, statusCode } = await replicas[0]!.app.inject({
      url: `/api/attachments/${id}`,
      headers: { cookie: bob.cookie },
    });
    if (sent.status === 200) expect(rawPayload.equals(bytes)).toBe(true);
    else expect([sent.status, sent.body.code, statusCode]).toEqual([400, 'nothing_to_attach', 404]);
    const used = await world.query(
      'SELECT FROM attachments WHERE owner_id = $1 AND released_at IS NULL',
      [alice.id],
    );
    expect(used).toHaveLength(sent.status === 200 ? 1 : 0);
  }
});

it('nobody had to be untangled as a deadlock', async () => {
  const [row] = await world.query<{ deadlocks: number }>(
    `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(row).toEqual({ deadlocks: 0 });
});
