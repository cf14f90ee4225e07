import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endSpan, inContextOf, startSpan, startTracing } from '@triptych/tracing';
import { openDatabase } from './database.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

const log = { info: () => {}, warn: () => {} };
const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const received: string[] = [];
let receiver: Server;
let target: TestDatabase;

interface SentSpan {
  readonly name: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { stringValue?: string };
  }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: SentSpan[] }[];
  }[];
}

const sentSpans = () =>
  received
    .map((body) => JSON.parse(body) as Sent)
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);

beforeAll(async () => {
  receiver = createServer((incoming, answer) => {
    void text(incoming).then((body) => {
      received.push(body);
      answer.end('{}');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  target = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});

afterAll(async () => {
  await target.drop();
  receiver.close();
});

it('each statement has one span, under the work that sent it, with its text and without its values', async () => {
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const tracing = await startTracing({
    service: 'test',
    version: '1',
    environment: 'test',
    endpoint,
  });
  const { url } = target;
  const database = await openDatabase({
    url,
    dataDir: '',
    migrationsDir,
    applicationName: 'test',
    log,
  });
  // More at once than the pool has connections: those that wait keep their own parent.
  const parents = Array.from({ length: 15 }, (_, index) => {
    const span = startSpan(`work ${index}`, { kind: 'server', attributes: {} });
    const done = inContextOf(span, () =>
      database.query(`SELECT ${index} AS n, $1::text`, ['hidden']),
    );
    return done.finally(() => endSpan(span)).then(() => span.spanContext().spanId);
  });
  const ids = await Promise.all(parents);
  await expect(database.query('SELECT 1 / 0 AS nothing')).rejects.toThrow();
  await database.close();
  await tracing.stop();

  const selects = sentSpans().filter(({ name }) => name === 'SELECT');
  const textOf = ({ attributes }: SentSpan) =>
    attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue;
  for (const [index, id] of ids.entries()) {
    const own = selects.filter((span) => textOf(span) === `SELECT ${index} AS n, $1::text`);
    expect(own).toMatchObject([{ parentSpanId: id }]);
  }
  expect(selects.find((span) => textOf(span)?.includes('1 / 0'))?.attributes).toContainEqual({
    key: 'error.type',
    value: { stringValue: '22012' },
  });
  expect(received.join()).not.toContain('hidden');
});
