import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { endSpan, inContextOf, startSpan, startTracing } from '@triptych/tracing';
import { startTraceReceiver, type SentSpan, type TraceReceiver } from '@triptych/tracing/testing';
import { openDatabase } from './database.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const log = { info: () => {}, warn: () => {} };
const insert = (id: number, word: string): SqlQuery => ({
  sql: 'INSERT INTO words VALUES ($1, $2)',
  args: [id, word],
  argTypes: [
    { scalarType: 'int', arity: 'scalar' },
    { scalarType: 'string', arity: 'scalar' },
  ],
});
let dataDir: string;
let receiver: TraceReceiver;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'traced-'));
  receiver = await startTraceReceiver();
});
afterEach(async () => {
  await receiver.close();
  await rm(dataDir, { recursive: true });
});

/** Runs `work` in a span of that name and returns its id. */
async function inSpan(name: string, work: () => Promise<unknown>): Promise<string> {
  const span = startSpan(name, { kind: 'server', attributes: {} });
  await inContextOf(span, work).finally(() => endSpan(span));
  return span.spanContext().spanId;
}

it('each statement of an embedded database has one span, under the work that sent it, without values', async () => {
  const { endpoint } = receiver;
  const tracing = await startTracing({
    service: 'test',
    version: '1',
    environment: 'test',
    endpoint,
  });
  const database = await openDatabase({ dataDir, applicationName: 'test', migrationsDir, log });
  await database.prepare();
  await database.query('CREATE TABLE words (id int PRIMARY KEY, word text)');
  const adapter = await database.clientOptions.adapter.connect();

  const asked = await Promise.all(
    [1, 2, 3].map((n) =>
      inSpan(`work ${n}`, () => database.query(`SELECT ${n} AS n, $1::text`, ['hidden'])),
    ),
  );
  const kept = await inSpan('transaction', async () => {
    const transaction = await adapter.startTransaction();
    await transaction.executeRaw(insert(1, 'hidden'));
    await transaction.executeRaw(insert(2, 'hidden'));
    await transaction.commit();
  });
  await expect(database.query('SELECT 1 / 0 AS nothing')).rejects.toThrow();
  expect(await database.query('SELECT count(*)::int AS n FROM words')).toEqual([{ n: 2 }]);
  await database.close();
  await tracing.stop();

  const textOf = ({ attributes }: SentSpan) => String(attributes['db.query.text']);
  for (const [index, id] of asked.entries()) {
    const own = receiver
      .spans()
      .filter((span) => textOf(span).startsWith(`SELECT ${index + 1} AS`));
    expect(own).toMatchObject([
      { name: 'SELECT', kind: 3, parentSpanId: id, attributes: { 'db.system.name': 'postgresql' } },
    ]);
  }
  const inserts = receiver.spans().filter(({ name }) => name === 'INSERT');
  expect(inserts.filter((span) => textOf(span).includes('words'))).toMatchObject([
    { parentSpanId: kept },
    { parentSpanId: kept },
  ]);
  const faulty = receiver.spans().find((span) => textOf(span).includes('1 / 0'));
  expect(faulty).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '22012' } });
  expect(receiver.text()).not.toContain('hidden');
});
