import { randomUUID } from 'node:crypto';
import { createLogger } from '@triptych/logging';
import { endSpan, inContextOf, startSpan, startTracing } from '@triptych/tracing';
import { startTraceReceiver, type TraceReceiver } from '@triptych/tracing/testing';
import { connectRedis } from './redis.js';

const key = `test:${randomUUID()}:ada@example.org`;
let receiver: TraceReceiver;

beforeEach(async () => {
  receiver = await startTraceReceiver();
});
afterEach(() => receiver.close());

const connect = async () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const redis = connectRedis(process.env['TEST_REDIS_URL'], log)!;
  await new Promise((resolve) => redis.once('ready', resolve));
  return redis;
};

it('each command to Redis has one span, under the work that sent it, without its key or value', async () => {
  const { endpoint } = receiver;
  const tracing = await startTracing({
    service: 'test',
    version: '1',
    environment: 'test',
    endpoint,
  });
  const redis = await connect();
  const span = startSpan('work', { kind: 'server', attributes: {} });
  await inContextOf(span, async () => {
    await redis.set(key, 'hidden', 'PX', 60_000);
    await Promise.all([redis.get(key), redis.eval('return ARGV[1]', 1, key, 'hidden')]);
    await expect(redis.incr(key)).rejects.toThrow('not an integer');
  });
  endSpan(span);
  await tracing.stop();
  await redis.unlink(key);
  redis.disconnect();

  const own = receiver
    .spans()
    .filter(({ parentSpanId }) => parentSpanId === span.spanContext().spanId);
  const by = (name: string) => own.filter((one) => one.name === name);
  expect(own).toHaveLength(4);
  for (const name of ['SET', 'GET', 'EVAL']) {
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': name };
    expect(by(name)).toEqual([
      expect.objectContaining({ kind: 3, attributes, status: { code: 0 } }),
    ]);
  }
  expect(by('INCR')).toMatchObject([
    { status: { code: 2 }, attributes: { 'error.type': 'ReplyError' } },
  ]);
  expect(receiver.named('UNLINK')).toBeUndefined();
  expect(receiver.text()).not.toMatch(/ada@|hidden|ARGV/);
});
