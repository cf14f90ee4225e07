import { endSpan, inContextOf, startSpan, startTracing } from '@triptych/tracing';
import { startTraceReceiver, type SentSpan, type TraceReceiver } from '@triptych/tracing/testing';
import { openDatabase } from './database.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

const log = { info: () => {}, warn: () => {} };
const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
let receiver: TraceReceiver;
let target: TestDatabase;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  target = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});

afterAll(async () => {
  await target.drop();
  await receiver.close();
});

it('each statement has one span, under the work that sent it, with its text and without its values', async () => {
  const { endpoint } = receiver;
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

  const selects = receiver.spans().filter(({ name }) => name === 'SELECT');
  const textOf = ({ attributes }: SentSpan) => String(attributes['db.query.text']);
  for (const [index, id] of ids.entries()) {
    const own = selects.filter((span) => textOf(span) === `SELECT ${index} AS n, $1::text`);
    expect(own).toMatchObject([{ parentSpanId: id }]);
  }
  const faulty = selects.find((span) => textOf(span).includes('1 / 0'));
  expect(faulty?.attributes).toMatchObject({ 'error.type': '22012' });
  expect(receiver.text()).not.toContain('hidden');
});
