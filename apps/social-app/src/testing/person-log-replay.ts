import type { Database } from '@triptych/postgres';
import { type LockSession, openLockSession } from '@triptych/postgres/testing';
import { appendEvents } from '../events/append-events.sql.js';
import { pruneEvents } from '../events/prune-events.sql.js';
import { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { createSqlEventLog } from '../streams/event-log.sql.js';
import { parseEventId } from '../streams/event-position.js';
import { type HeldFrame, HeldStream } from './held-stream.js';
import { createPostgres, openAt } from './postgres-app.js';
import { createTestApp, type TestApp } from './test-app.js';

/** As the model has it; -1: before `ready`, and not known. */
export interface Place {
  readonly seq: number;
  readonly at: number;
}

interface Picks {
  readonly w: number;
  readonly changed: readonly string[];
  readonly kept: number;
  readonly before: number;
  readonly skipped: number;
  readonly start: Place;
}

type Copy = Map<string, number>;

/** The messages that are edited, by their numbers in the chat, which begin with 1. */
const keys = ['a', 'b'];
/** The first millisecond of the model's clock. */
const epoch = Date.UTC(2026, 0, 1);
const toCopy = (texts: readonly { seq: number; text: string }[]): Copy =>
  new Map(texts.map(({ seq, text }) => [keys[seq - 1]!, Number(text)]));

/** What the service and its database do for traces of the model `person_log`: Bob follows while Alice edits two messages. */
export class PersonLogReplay {
  private clock = 1;
  private nextVersion = 1;
  /** Statements under way or done, by writer, whose transactions are open. */
  private readonly asked = new Map<number, Promise<unknown>>();
  private holder: number | undefined;
  private stream: HeldStream | undefined;
  private lastId: string | null = null;
  private copy: Copy = new Map();
  private fetched: Copy | undefined;
  private passed: HeldFrame[] = [];
  private readonly log: ReturnType<typeof createSqlEventLog>;
  private readonly prisma: PrismaClient;
  private readonly world: TestApp;
  private readonly people: Awaited<ReturnType<TestApp['joinFriends']>>;
  private readonly sessions: readonly LockSession[];

  private constructor(
    database: Database,
    world: TestApp,
    people: Awaited<ReturnType<TestApp['joinFriends']>>,
    sessions: readonly LockSession[],
  ) {
    this.log = createSqlEventLog(database);
    this.prisma = new PrismaClient(database.clientOptions);
    this.world = world;
    this.people = people;
    this.sessions = sessions;
  }

  /** On a database of its own, of which `close` leaves nothing. */
  static async open(): Promise<{ replay: PersonLogReplay; close: () => Promise<void> }> {
    const { url, drop } = await createPostgres();
    const database = await openAt(url);
    const world = await createTestApp({ database });
    const people = await world.joinFriends();
    for (const text of keys) {
      await world.post(people.alice, '/api/message/send', { chatId: people.chatId, text });
    }
    for (const statement of [
      'CREATE TABLE model_clock (at timestamptz)',
      'INSERT INTO model_clock DEFAULT VALUES',
      `CREATE FUNCTION model_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM model_clock'`,
      'ALTER TABLE events ALTER "at" SET DEFAULT model_now()',
      'CREATE TABLE kept_heads AS SELECT * FROM event_heads WHERE false',
      'CREATE TABLE kept_events AS SELECT * FROM events WHERE false',
      'CREATE TABLE kept_messages AS SELECT * FROM messages WHERE false',
    ]) {
      await world.query(statement);
    }
    // The two writers, and who locks rows while they are pruned.
    const sessions = await Promise.all([1, 2, 3].map(() => openLockSession(url)));
    const replay = new PersonLogReplay(database, world, people, sessions);
    const close = async () => {
      replay.stream?.close();
      for (const session of sessions) await session.end();
      await replay.prisma.$disconnect();
      await world.close();
      await drop();
    };
    return { replay, close };
  }

  async take(action: string, picks: unknown): Promise<void> {
    await this.actions[action]!(picks as Picks);
  }

  private readonly actions: Record<string, (picks: Picks) => Promise<void>> = {
    init: ({ start }) => this.begin(start),
    tick: () => this.setClock(this.clock + 1),
    ask: (picks) => this.ask(picks),
    commit: ({ w }) => this.end(w, 'COMMIT'),
    rollBack: ({ w }) => this.end(w, 'ROLLBACK'),
    prune: (picks) => this.prune(picks),
    backUp: () => this.backUp(),
    restore: () => this.restore(),
    connect: async () => {
      const since = this.lastId === null ? null : parseEventId(this.lastId);
      this.stream = new HeldStream(this.log, this.people.bob.id, since);
      await this.stream.settle();
    },
    disconnect: async () => {
      this.stream?.close();
      this.stream = undefined;
    },
    readEnd: () => this.stream!.letGo(),
    readLog: async () => {
      await this.stream!.wake();
      await this.stream!.letGo();
    },
    beat: async () => {
      await this.stream!.beat(await this.log.readHead(this.people.bob.id));
      await this.stream!.letGo();
    },
    take: async () => this.apply(await this.stream!.take()),
    fetch: async () => {
      const { bob, chatId } = this.people;
      const reply = await this.world.get(bob, `/api/messages?chatId=${chatId}`);
      const { messages } = reply.body as { messages: { seq: number; text: string }[] };
      [this.fetched, this.passed] = [toCopy(messages), []];
    },
    receive: async () => {
      this.copy = this.fetched!;
      this.fetched = undefined;
      for (const frame of this.passed) replace(this.copy, frame);
    },
  };

  private async begin(start: Place): Promise<void> {
    this.stream?.close();
    this.stream = undefined;
    await this.rollBack();
    await this.setClock(1);
    await this.world.query('DELETE FROM event_heads WHERE user_id = $1', [this.people.bob.id]);
    await this.world.query(`UPDATE messages SET text = '0'`);
    await this.backUp();
    this.nextVersion = 1;
    this.lastId = start.seq < 0 ? null : '0';
    [this.copy, this.fetched] = [await this.readTable(), undefined];
    if (this.lastId !== null) [this.fetched, this.passed] = [await this.readTable(), []];
  }

  private async setClock(clock: number): Promise<void> {
    this.clock = clock;
    await this.world.query('UPDATE model_clock SET at = $1', [new Date(epoch + clock)]);
  }

  private async ask({ w, changed }: Picks): Promise<void> {
    const { alice, bob, chatId } = this.people;
    const seqs = changed.map((key) => keys.indexOf(key) + 1);
    const { text, values } = appendEvents(Prisma.sql`
      change AS (
        UPDATE messages SET text = ${`${this.nextVersion++}`}::text
        WHERE chat_id = ${chatId}::text AND seq = ANY (${seqs}::int[]) RETURNING seq
      ),
      entry AS (
        SELECT ${bob.id}::uuid AS user_id, row_number() OVER (ORDER BY seq) AS position,
          'message_edited' AS type, ${alice.id}::uuid AS person_id, ${chatId}::text AS chat_id, seq AS chat_seq
        FROM change
      )`);
    await this.sessionOf(w).query('BEGIN');
    const done = this.sessionOf(w).query(text, values);
    this.asked.set(w, done);
    if (this.holder !== undefined) return this.sessionOf(this.holder).untilBlocking('event_heads');
    this.holder = w;
    await done;
  }

  /** The one that waited has the counter then. */
  private async end(w: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.sessionOf(w).query(how);
    this.asked.delete(w);
    [this.holder] = this.asked.keys();
    await Promise.all(this.asked.values());
  }

  private async rollBack(): Promise<void> {
    while (this.holder !== undefined) await this.end(this.holder, 'ROLLBACK');
  }

  private sessionOf(w: number): LockSession {
    return this.sessions[w - 1]!;
  }

  private async prune({ kept, before, skipped }: Picks): Promise<void> {
    const session = this.sessionOf(3);
    await session.query('BEGIN');
    await session.query(
      'SELECT FROM events WHERE user_id = $1 AND seq = ANY ($2::int[]) FOR UPDATE',
      [this.people.bob.id, [skipped, skipped + 1]],
    );
    await pruneEvents(this.prisma, new Date(epoch + this.clock - before), kept);
    await session.query('ROLLBACK');
  }

  private async backUp(): Promise<void> {
    const { bob } = this.people;
    for (const name of ['heads', 'events', 'messages']) {
      await this.world.query(`DELETE FROM kept_${name}`);
    }
    const ofBob = 'WHERE user_id = $1';
    await this.world.query(`INSERT INTO kept_heads SELECT * FROM event_heads ${ofBob}`, [bob.id]);
    await this.world.query(`INSERT INTO kept_events SELECT * FROM events ${ofBob}`, [bob.id]);
    await this.world.query('INSERT INTO kept_messages SELECT * FROM messages');
  }

  private async restore(): Promise<void> {
    await this.rollBack();
    await this.world.query('DELETE FROM event_heads WHERE user_id = $1', [this.people.bob.id]);
    await this.world.query('INSERT INTO event_heads SELECT * FROM kept_heads');
    await this.world.query('INSERT INTO events SELECT * FROM kept_events');
    await this.world.query(
      'UPDATE messages SET text = kept.text FROM kept_messages AS kept WHERE kept.id = messages.id',
    );
    await this.setClock(this.clock + 1);
  }

  private apply(frame: HeldFrame): void {
    this.lastId = frame.id;
    replace(this.copy, frame);
    if (frame.message) this.passed.push(frame);
    else this.fetched = undefined;
  }

  private async readTable(): Promise<Copy> {
    return toCopy(await this.world.query('SELECT seq, text FROM messages ORDER BY seq'));
  }

  /** In the words of the model. */
  async observe() {
    const rows = await this.world.query<{ seq: number; at: Date; chat_seq: number }>(
      'SELECT seq, at, chat_seq FROM events WHERE user_id = $1 ORDER BY seq',
      [this.people.bob.id],
    );
    const [counter] = await this.world.query<{ seq: number }>(
      'SELECT seq FROM event_heads WHERE user_id = $1',
      [this.people.bob.id],
    );
    const next = this.stream?.next;
    return {
      rows: rows.map(({ seq, at, chat_seq }) => ({
        seq,
        at: at.getTime() - epoch,
        key: keys[chat_seq - 1],
      })),
      table: await this.readTable(),
      counter: counter?.seq ?? 0,
      open: [...this.asked.keys()].sort(),
      readsEnd: this.stream?.heldRead === 'readHead',
      next: next ? { ...placeOf(next.id), ...contentOf(next) } : null,
      last: placeOf(this.lastId),
      copy: this.copy,
    };
  }
}

function placeOf(id: string | null): Place {
  if (id === null) return { seq: -1, at: -1 };
  const { seq, at } = parseEventId(id);
  return { seq, at: at === null ? -1 : at - epoch };
}

function contentOf({ type, message }: HeldFrame): object {
  if (!message) return { kind: type };
  const [[key, version]] = [...toCopy([message])] as [[string, number]];
  return { kind: 'event', key, version };
}

/** The client's rule: a message takes the place of the one with its number. */
function replace(copy: Copy, { message }: HeldFrame): void {
  if (message) for (const [key, version] of toCopy([message])) copy.set(key, version);
}
