// What a consumer of the feed and a receiver of a webhook have in the end, whatever was killed meanwhile. By hand, with more:
// KILLS=100 CHANGES=100, the changes between two kills. PostgreSQL is a server of its own: it is killed, and a transaction that
// writes anywhere on a server holds back the events of all its databases.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type OwnServer, startOwnServer } from '@triptych/postgres/testing';
import { recordingLogger, type ServiceProcess } from '@triptych/testing';
import { openAppDatabase } from '../database.js';
import { readPage, startEventReader } from '../testing/event-reader.js';
import { endServices, launchService, run } from '../testing/service-process.js';
import {
  type History,
  historyOf,
  isSigned,
  startWebhookReceiver,
} from '../testing/webhook-receiver.js';

const kills = Number(process.env['KILLS'] ?? 3);
const changes = Number(process.env['CHANGES'] ?? 20);
const authorization = 'Bearer key';

type Event = History['events'][number];

/** Where a service keeps its users. */
interface Place {
  readonly settings: Readonly<Record<string, string>>;
  readonly replicas: number;
  crash(): Promise<void>;
  destroy(): Promise<void>;
}

async function openPostgres(): Promise<Place> {
  const server: OwnServer = await startOwnServer();
  const database = await createTestDatabase(server.url);
  return {
    settings: { DATABASE_URL: database.url },
    replicas: 2,
    crash: async () => {
      await server.crash();
      await server.start();
    },
    destroy: async () => {
      await database.drop();
      await server.destroy();
    },
  };
}

async function openFolder(): Promise<Place> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'user-service-'));
  return {
    settings: { DATA_DIR },
    replicas: 1,
    // The database is killed with its service.
    crash: async () => {},
    destroy: () => rm(DATA_DIR, { recursive: true }),
  };
}

describe.each([
  ['PostgreSQL', openPostgres],
  ['the embedded database', openFolder],
])('on %s', (_name, open) => {
  let place: Place;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  let env: Record<string, string>;
  let services: ServiceProcess[];
  /** How many changes were acknowledged. */
  let answered: number;
  beforeEach(async () => {
    place = await open();
    receiver = await startWebhookReceiver();
    env = {
      ...place.settings,
      API_KEYS: 'key',
      WEBHOOK_KEYS: 'k'.repeat(32),
      OUTBOUND_ALLOW_HOSTS: receiver.host,
      RATE_LIMIT_MAX: '0',
    };
    expect((await run(['migrate'], env).exited)[0]).toBe(0);
    [services, answered] = [[], 0];
    while (services.length < place.replicas) services.push(await launchService(env));
  });
  afterEach(async () => {
    endServices();
    await receiver.close();
    await place.destroy();
  });

  async function send(service: ServiceProcess, method: string, path: string, body?: object) {
    const reply = await fetch(service.address + path, {
      method,
      headers: { authorization },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  }

  async function make(service: ServiceProcess): Promise<string> {
    const { status, text } = await send(service, 'POST', '/webhooks', { url: receiver.url });
    expect(status).toBe(201);
    return (JSON.parse(text) as { secret: string }).secret;
  }

  /** Registers, edits and deletes one user after another, whatever the replies, until it is told to stop. */
  async function write(side: number, mayGoOn: () => boolean) {
    for (let n = 0; mayGoOn(); n += 1) {
      const Email = `s${side}-n${n}@example.org`;
      const path = `/users/${Email}`;
      for (const [method, to, body] of [
        ['POST', '/users', { FullName: 'N', Email }],
        ['PATCH', path, { Phone: String(n) }],
        ...(n % 3 === 0 ? [['DELETE', path] as const] : []),
      ] as const) {
        const service = services[(n + side) % Math.max(services.length, 1)];
        const reply = service && (await send(service, method, to, body).catch(() => undefined));
        if (reply === undefined) await pause(10);
        else if (reply.status < 300) answered += 1;
      }
    }
  }

  /** As when the pauses and leases of those who are gone are over. */
  async function passTime(): Promise<void> {
    const config = { DATABASE_URL: undefined, DATA_DIR: '', ...place.settings };
    const settings = { ...config, DATABASE_TIMEOUT_MS: 10_000 };
    const database = await openAppDatabase(settings, recordingLogger().logger);
    await database.query(
      `UPDATE webhooks SET due_at = now() - interval '1 second', claimed_until = now() - interval '1 second'`,
    );
    await database.close();
  }

  /** The whole feed, once every webhook has got to its end. */
  async function readDelivered() {
    for (;;) {
      let [page, cursor] = [await readPage(services[0]!, undefined, 0), ''];
      const log: Event[] = [];
      while (page !== null && page.cursor !== cursor) {
        log.push(...page.events);
        ({ cursor } = page);
        page = await readPage(services[0]!, cursor, 0);
      }
      const { webhooks } = JSON.parse((await send(services[0]!, 'GET', '/webhooks')).text) as {
        webhooks: { cursor: string | null }[];
      };
      if (page !== null && webhooks.every((one) => one.cursor === cursor)) return { log, cursor };
      await pause(50);
    }
  }

  async function usersById() {
    const { text } = await send(services[0]!, 'GET', '/users:export');
    const users = text.split('\n').filter(Boolean);
    return new Map(users.map((line) => JSON.parse(line) as { ID: string }).map((u) => [u.ID, u]));
  }

  /** Exactly the table, every event of the log once, and of each user in its order. */
  async function expectWhole({ events, table }: History, log: readonly Event[]): Promise<void> {
    expect(new Map([...table].sort())).toEqual(new Map([...(await usersById())].sort()));
    const idsByUser = (list: readonly Event[]) => {
      const byUser: Record<string, string[]> = {};
      for (const { id, subject } of list) (byUser[subject] ??= []).push(id);
      return byUser;
    };
    expect(idsByUser(events)).toEqual(idsByUser(log));
  }
  const readOnce = (events: readonly Event[]) =>
    historyOf(events.map((event) => ({ id: event.id, event, taken: true })));

  it('each event is sent once to each webhook, however many replicas share the work', async () => {
    const secrets = [await make(services[0]!), await make(services.at(-1)!)];
    let left = 20;
    await Promise.all([0, 1, 2].map((side) => write(side, () => (left -= 1) > 0)));
    const { log } = await readDelivered();
    for (const secret of secrets) {
      const own = receiver.received.filter((one) => isSigned(one, secret));
      expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
      await expectWhole(historyOf(own), log);
    }
    expect(await Promise.all(services.map(({ stop }) => stop()))).toEqual(services.map(() => 0));
  });

  // Longer than five seconds: processes and a database start many times.
  it(
    `${kills} kills lose nothing, and mix up no order`,
    async () => {
      await make(services[0]!);
      let isOver = false;
      const writers = [0, 1, 2].map((side) => write(side, () => !isOver));
      const reader = startEventReader(() => services);
      for (let round = 0; round < kills; round += 1) {
        await receiver.until(receiver.received.length + changes);
        if (round % 3 === 0) {
          receiver.setReply((response) => response.destroy());
          await receiver.until(receiver.received.length + 1);
        }
        if (round % 3 !== 1) await services.splice(round % services.length, 1)[0]!.stop('SIGKILL');
        else await crashAll();
        await passTime();
        receiver.takeAll();
        while (services.length < place.replicas) services.push(await launchService(env));
      }
      isOver = true;
      await Promise.all(writers);
      const { log, cursor } = await readDelivered();
      while (reader.cursor() !== cursor) await pause(20);
      await reader.stop();
      expect(receiver.received.some(({ taken }) => !taken)).toBe(true);
      await expectWhole(historyOf(receiver.received), log);
      // It keeps its cursor with what it has read, so it reads nothing twice.
      expect(reader.events.map(({ id }) => id)).toEqual(log.map(({ id }) => id));
      await expectWhole(readOnce(reader.events), log);
      expect(log.length).toBeGreaterThanOrEqual(answered);
      if (kills > 10) process.stderr.write(`${answered} changes answered, ${log.length} events\n`);
    },
    Math.max(120_000, kills * changes * 600),
  );

  /** The database goes on its own, or with its service. */
  async function crashAll(): Promise<void> {
    if (place.replicas > 1) return place.crash();
    await services.splice(0, 1)[0]!.stop('SIGKILL');
  }
});
