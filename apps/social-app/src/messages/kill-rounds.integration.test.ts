import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@triptych/postgres';
import { openEvents } from '../testing/event-client.js';
import { createPostgres } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { endSocialProcesses, startSocialProcess } from '../testing/social-process.js';
import { createTestApp, migrationsDir } from '../testing/test-app.js';

// By hand: KILL_ROUNDS=10.
const rounds = Number(process.env['KILL_ROUNDS'] ?? 2);
const senders = 6;
const log = { info: () => {}, warn: () => {} };

afterEach(endSocialProcesses);

interface Reply {
  readonly id: string;
  readonly messages: { id: string; seq: number }[];
  readonly nextCursor: number | null;
}

interface Chat {
  readonly alice: SignedInUser;
  readonly bob: SignedInUser;
  readonly chatId: string;
}

/** Two friends, made while no service runs. */
async function prepare(place: { url?: string; dataDir: string }): Promise<Chat> {
  const database = await openDatabase({ ...place, applicationName: 'test', migrationsDir, log });
  await database.prepare();
  const world = await createTestApp({ database });
  const friends = await world.joinFriends();
  await world.close();
  return friends;
}

function callAs({ cookie }: SignedInUser, base: string) {
  return async (url: string, body?: object) => {
    const response = await fetch(base + url, {
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply };
  };
}

/** Sends until the server is gone, and hands on the id of each message whose reply was 200. */
async function sendUntilGone(base: string, { alice, chatId }: Chat, keep: (id: string) => void) {
  const call = callAs(alice, base);
  for (;;) {
    try {
      const { status, body } = await call('/api/message/send', { chatId, text: 'x'.repeat(500) });
      if (status === 200) keep(body.id);
    } catch {
      return;
    }
  }
}

async function readAll(
  base: string,
  { bob, chatId }: Chat,
): Promise<{ id: string; seq: number }[]> {
  const call = callAs(bob, base);
  const found: { id: string; seq: number }[] = [];
  for (let before = ''; ;) {
    const { body } = await call(`/api/messages?chatId=${chatId}&limit=100${before}`);
    found.unshift(...body.messages);
    if (body.nextCursor === null) return found;
    before = `&before=${body.nextCursor}`;
  }
}

async function killWhileSending(env: Record<string, string>, chat: Chat): Promise<void> {
  const answered = new Set<string>();
  const replies = new EventEmitter();
  const keep = (id: string) => {
    answered.add(id);
    replies.emit('reply');
  };
  for (let round = 1; round <= rounds; round += 1) {
    const { address: base, stop } = await startSocialProcess(env);
    const enough = answered.size + 5 + Math.random() * 40;
    const sending = Array.from({ length: senders }, () => sendUntilGone(base, chat, keep));
    while (answered.size < enough) await once(replies, 'reply');
    await stop('SIGKILL');
    await Promise.all(sending);
  }
  const { address: base, stop } = await startSocialProcess(env);
  const stored = await readAll(base, chat);
  const ids = new Set(stored.map(({ id }) => id));
  expect([...answered].filter((id) => !ids.has(id))).toEqual([]);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, n) => n + 1));
  // Events 1 and 2 made them friends; every message stored has its event, and nothing else has.
  const client = openEvents(base, chat.bob, '?since=2');
  const received = await client.until(stored.length);
  expect(received.map(({ data }) => data.message.id)).toEqual(stored.map(({ id }) => id));
  expect(await stop()).toBe(0);
  client.close();
}

async function onPostgres(): Promise<void> {
  const { url, drop } = await createPostgres();
  const chat = await prepare({ url, dataDir: 'unused' });
  await killWhileSending({ DATABASE_URL: url }, chat);
  await drop();
}

async function onEmbedded(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'triptych-social-'));
  const chat = await prepare({ dataDir });
  await killWhileSending({ DATA_DIR: dataDir }, chat);
  await rm(dataDir, { recursive: true });
}

// Side by side: a process that starts leaves a core to the other.
it(
  'keeps what it replied 200 to through kill after kill, on PostgreSQL and on the embedded database',
  async () => {
    await Promise.all([onPostgres(), onEmbedded()]);
  },
  30_000 * rounds + 180_000,
);
