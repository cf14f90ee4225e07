import { randomUUID } from 'node:crypto';
import { createLogger } from '@triptych/logging';
import { connectRedis } from '@triptych/redis';
import { topologies, until, type TestTopology } from '@triptych/redis/testing';
import { endSpan, inContextOf, startSpan, startTracing } from '@triptych/tracing';
import { startTraceReceiver, type TraceReceiver } from '@triptych/tracing/testing';

const key = `test:${randomUUID()}:ada@example.org`;
let receiver: TraceReceiver;

beforeEach(async () => {
  receiver = await startTraceReceiver();
});
afterEach(() => receiver.close());

const connect = async (settings: TestTopology['settings']) => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const redis = connectRedis({ ...settings, prefix: 'test' }, log);
  await until(() => redis.commands.isReady());
  return redis;
};

const kinds = [topologies['one server'], topologies.Sentinel, topologies.Cluster];

it.each(kinds)(
  'each command to Redis has one span, under the work that sent it, without its key or value',
  async (start) => {
    const topology = await start();
    const { endpoint } = receiver;
    const tracing = await startTracing({
      service: 'test',
      version: '1',
      environment: 'test',
      endpoint,
    });
    const redis = await connect(topology.settings);
    // The first connection to a node of a cluster is not part of it.
    await redis.commands.run((client) => client.get(key));
    const span = startSpan('work', { kind: 'server', attributes: {} });
    await inContextOf(span, () =>
      redis.commands.run(async (client) => {
        await client.set(key, 'hidden', 'PX', 60_000);
        await Promise.all([client.get(key), client.eval('return ARGV[1]', 1, key, 'hidden')]);
        await expect(client.incr(key)).rejects.toThrow('not an integer');
      }),
    );
    endSpan(span);
    await tracing.stop();
    redis.close();
    await topology.close();

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
  },
);
