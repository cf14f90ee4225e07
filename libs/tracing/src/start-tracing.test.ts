import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isTracing, startSpan, startTracing, traceIds } from './index.js';
import { endSpan, inContextOf } from './spans.js';
import { startTraceReceiver, type TraceReceiver } from './testing/index.js';

const about = { service: 'test', version: '1.2.3', environment: 'staging' };
const server = { kind: 'server', attributes: {} } as const;
let receiver: TraceReceiver;

beforeEach(async () => {
  receiver = await startTraceReceiver();
});
afterEach(() => receiver.close());

describe('until it is started', () => {
  it('nothing is recorded and no line has ids', () => {
    expect(isTracing()).toBe(false);
    const span = startSpan('work', server);
    expect(span.isRecording()).toBe(false);
    expect(inContextOf(span, () => 'done')).toBe('done');
    expect(inContextOf(span, traceIds)).toEqual({});
    expect(() => endSpan(span, new Error('fault'))).not.toThrow();
  });
});

describe('startTracing', () => {
  it('sends under the name, the version and the environment of the service', async () => {
    const tracing = await startTracing({ ...about, endpoint: `${receiver.endpoint}/` });
    expect(isTracing()).toBe(true);
    endSpan(startSpan('work', server));
    await tracing.stop();
    expect(receiver.spans()).toMatchObject([{ name: 'work', kind: 2, status: { code: 0 } }]);
    for (const [key, value] of [
      ['service.name', 'test'],
      ['service.version', '1.2.3'],
      ['deployment.environment.name', 'staging'],
    ]) {
      expect(receiver.text()).toContain(JSON.stringify({ key, value: { stringValue: value } }));
    }
  });

  it('sends what is left when it stops, more than fits in one message', async () => {
    const tracing = await startTracing({ ...about, endpoint: receiver.endpoint });
    for (let index = 0; index < 1_000; index += 1) endSpan(startSpan(`work ${index}`, server));
    await tracing.stop();
    expect(new Set(receiver.spans().map(({ name }) => name)).size).toBe(1_000);
  });

  it('records nothing once it has stopped, and can start again', async () => {
    const first = await startTracing({ ...about, endpoint: receiver.endpoint });
    await first.stop();
    expect(isTracing()).toBe(false);
    expect(startSpan('between', server).isRecording()).toBe(false);
    const second = await startTracing({ ...about, endpoint: receiver.endpoint });
    endSpan(startSpan('again', server));
    await second.stop();
    expect(receiver.spans().map(({ name }) => name)).toEqual(['again']);
  });

  it('stops without an error when the receiver is away', async () => {
    const gone = await startTraceReceiver();
    await gone.close();
    const tracing = await startTracing({ ...about, endpoint: gone.endpoint, timeoutMs: 50 });
    endSpan(startSpan('lost', server));
    await expect(tracing.stop()).resolves.toBeUndefined();
  });

  it('gives up on a receiver that never responds', async () => {
    const connections: Promise<unknown>[] = [];
    const silent = createServer(({ socket }) => connections.push(once(socket, 'close')));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const tracing = await startTracing({ ...about, endpoint, timeoutMs: 500 });
    endSpan(startSpan('unheard', server));
    await tracing.stop();
    expect(connections).toHaveLength(1);
    await Promise.all(connections);
    silent.close();
    await once(silent, 'close');
  });

  it('keeps no process alive', async () => {
    const main = fileURLToPath(new URL('./short-life.fixture.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', main, receiver.endpoint], {
      stdio: 'inherit',
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(receiver.spans()).toMatchObject([{ name: 'all it did' }]);
  });
});
