import { openDatabase } from '@triptych/postgres';
import { openFeed, type EventFeed } from '../testing/event-feed.js';
import { startOwnPostgres, startOwnRedis, type OwnService } from '../testing/own-services.js';
import { createPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { endSocialProcesses, startSocialProcess } from '../testing/social-process.js';
import { migrationsDir, type TestApp } from '../testing/test-app.js';

const people = 50;
/** Messages with a reply of 200 between two kills. */
const calm = 120;
const log = { info: () => {}, warn: () => {} };

let postgres: OwnService;
let redis: OwnService;
let users: SignedInUser[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startOwnPostgres(), startOwnRedis()]);
  const place = {
    url: postgres.url,
    dataDir: 'unused',
    applicationName: 'test',
    migrationsDir,
    log,
  };
  const database = await openDatabase(place);
  await database.migrate();
  await database.close();
  const world = await createPostgresApp(postgres.url);
  users = await Promise.all(Array.from({ length: people }, () => world.join()));
  await Promise.all(users.map((user, n) => befriend(world, user, next(n))));
  await world.close();
});
afterAll(async () => {
  endSocialProcesses();
  await Promise.all([postgres.close(), redis.close()]);
});

/** Everyone writes to the next in the ring, and gets the events of two chats. */
function next(n: number): SignedInUser {
  return users[(n + 1) % people]!;
}

async function befriend(world: TestApp, one: SignedInUser, other: SignedInUser): Promise<void> {
  await world.post(one, '/api/friends/add', { email: other.email });
  await world.post(other, '/api/friends/accept', { id: one.id });
}

interface Writing {
  /** Ids whose reply was 200. */
  readonly answered: Set<string>;
  /** Where requests go. */
  bases: readonly string[];
  done: boolean;
}

/** Sends one message after the other, each until it is answered 200, as a client does that does not know if it was. */
async function write(writing: Writing, n: number): Promise<void> {
  const [me, other] = [users[n]!, next(n)];
  for (let count = 1; !writing.done;) {
    const draft = { chatId: `${me.id}--${other.id}`, text: `m${count}`, clientId: `c-${count}` };
    const base = writing.bases[n % writing.bases.length]!;
    const response = await fetch(`${base}/api/message/send`, {
      method: 'POST',
      headers: { cookie: me.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    }).catch(() => null);
    const body = (await response?.json().catch(() => null)) as { id: string } | null;
    if (response?.status !== 200 || !body) continue;
    writing.answered.add(body.id);
    count += 1;
  }
}

async function untilAnswered(writing: Writing, more: number): Promise<void> {
  const enough = writing.answered.size + more;
  while (writing.answered.size < enough) await new Promise((resolve) => setTimeout(resolve, 10));
}

interface Stored {
  id: string;
  chatId: string;
  seq: number;
}

async function readStored(): Promise<{ messages: Stored[]; heads: Map<string, number> }> {
  const world = await createPostgresApp(postgres.url);
  const messages = await world.query<Stored>(
    'SELECT id::text, chat_id AS "chatId", seq FROM messages ORDER BY chat_id, seq',
  );
  const heads = await world.query<{ id: string; seq: number }>(
    'SELECT user_id::text AS id, seq FROM event_heads',
  );
  await world.close();
  return { messages, heads: new Map(heads.map(({ id, seq }) => [id, seq])) };
}

function checkFeed(user: SignedInUser, { events }: EventFeed, stored: readonly Stored[]): void {
  expect(events.map(({ id }) => id)).toEqual(events.map((_, n) => n + 1));
  const received = events.flatMap(({ type, data }) => (type === 'message' ? [data.message] : []));
  const byChat = (list: readonly Stored[]) =>
    [...list].sort((a, b) => (a.chatId < b.chatId ? -1 : a.chatId > b.chatId ? 1 : 0));
  const own = stored.filter(({ chatId }) => chatId.includes(user.id));
  expect(byChat(received).map(({ id, seq }) => [id, seq])).toEqual(
    byChat(own).map(({ id, seq }) => [id, seq]),
  );
}

it('sends fifty people in a ring every message once, in order and nobody else, through kill -9 of a replica, of Redis and of PostgreSQL', async () => {
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const [first, second] = await Promise.all([startSocialProcess(env), startSocialProcess(env)]);
  const writing: Writing = {
    answered: new Set(),
    bases: [first.address, second.address],
    done: false,
  };
  const feeds = users.map((user, n) => openFeed(writing.bases[n % 2]!, user));
  const writers = users.map((_, n) => write(writing, n));

  await untilAnswered(writing, calm);
  await first.stop('SIGKILL');
  writing.bases = [second.address];
  feeds.forEach((feed, n) => n % 2 === 0 && feed.reconnect(second.address));
  await untilAnswered(writing, calm);

  const third = await startSocialProcess(env);
  writing.bases = [second.address, third.address];
  feeds.forEach((feed, n) => n % 3 === 0 && feed.reconnect(third.address));
  await redis.kill();
  await untilAnswered(writing, calm);
  await redis.restart();
  await untilAnswered(writing, calm);

  await postgres.kill();
  await postgres.restart();
  await untilAnswered(writing, calm);

  writing.done = true;
  await Promise.all(writers);
  const { messages, heads } = await readStored();
  const ids = new Set(messages.map(({ id }) => id));
  expect([...writing.answered].filter((id) => !ids.has(id))).toEqual([]);
  await Promise.all(users.map((user, n) => feeds[n]!.until(heads.get(user.id) ?? 0)));
  users.forEach((user, n) => checkFeed(user, feeds[n]!, messages));
  feeds.forEach((feed) => feed.close());
  expect(await Promise.all([second.stop(), third.stop()])).toEqual([0, 0]);
});
