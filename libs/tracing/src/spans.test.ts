import { setImmediate } from 'node:timers/promises';
import { context, trace } from '@opentelemetry/api';
import {
  endSpan,
  extractParent,
  inContextOf,
  startSpan,
  startTracing,
  traceIds,
  type Tracing,
} from './index.js';
import { startTraceReceiver, type TraceReceiver } from './testing/index.js';

const plain = { kind: 'server', attributes: {} } as const;
let receiver: TraceReceiver;
let tracing: Tracing;

beforeEach(async () => {
  receiver = await startTraceReceiver();
  const { endpoint } = receiver;
  tracing = await startTracing({ service: 'test', version: '1', environment: 'test', endpoint });
});
afterEach(async () => {
  await tracing.stop();
  await receiver.close();
});

/** A span around work that pauses before and after a span of its own. */
async function nest(name: string): Promise<void> {
  const outer = startSpan(name, plain);
  await inContextOf(outer, async () => {
    await setImmediate();
    const inner = startSpan(`${name}, inside`, { kind: 'client', attributes: { of: name } });
    await inContextOf(inner, () => setImmediate());
    endSpan(inner);
    await setImmediate();
    endSpan(startSpan(`${name}, after`, { kind: 'client', attributes: {} }));
  });
  endSpan(outer);
}

describe('spans', () => {
  it('belong to the work they came of, however many pieces run at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `work ${index}`);
    await Promise.all(names.map(nest));
    await tracing.stop();
    for (const name of names) {
      const outer = receiver.named(name);
      expect(outer).not.toHaveProperty('parentSpanId', expect.stringMatching(/./));
      const of = { traceId: outer?.traceId, parentSpanId: outer?.spanId, kind: 3 };
      expect(receiver.named(`${name}, inside`)).toMatchObject({ ...of, attributes: { of: name } });
      expect(receiver.named(`${name}, after`)).toMatchObject(of);
    }
    expect(new Set(receiver.spans().map(({ traceId }) => traceId)).size).toBe(names.length);
  });

  it('go on with the trace of a caller', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    endSpan(startSpan('known', { ...plain, parent: extractParent({ traceparent }) }));
    endSpan(startSpan('odd', { ...plain, parent: extractParent({ traceparent: '00-no-no-01' }) }));
    await tracing.stop();
    expect(receiver.named('known')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    });
    expect(receiver.named('odd')?.traceId).toMatch(/^(?!0af7)[0-9a-f]{32}$/);
  });

  it('are not recorded when the caller keeps none of its own', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    endSpan(startSpan('unsampled', { ...plain, parent: extractParent({ traceparent }) }));
    endSpan(startSpan('sampled', plain));
    await tracing.stop();
    expect(receiver.spans().map(({ name }) => name)).toEqual(['sampled']);
  });

  it('name a fault by its code or its kind, once, and never by its message', async () => {
    const coded = Object.assign(new TypeError('ada@example.org'), { code: '23505' });
    for (const [name, fault] of Object.entries({
      coded,
      bare: new RangeError('ada@example.org'),
      thing: 'ada@example.org',
    })) {
      const span = startSpan(name, plain);
      endSpan(span, fault);
      endSpan(span, new Error('too late'));
    }
    await tracing.stop();
    const faults = receiver.spans().map(({ attributes }) => attributes['error.type']);
    expect(faults).toEqual(['23505', 'RangeError', 'unknown']);
    expect(receiver.spans().map(({ status }) => status)).toEqual(Array(3).fill({ code: 2 }));
    expect(receiver.text()).not.toMatch(/ada@|too late/);
  });
});

describe('traceIds', () => {
  it('are those of the work under way, and none outside of it', async () => {
    const span = startSpan('work', plain);
    const ids = await inContextOf(span, async () => {
      await setImmediate();
      return traceIds();
    });
    endSpan(span);
    await tracing.stop();
    const { traceId, spanId } = receiver.named('work')!;
    expect(ids).toEqual({ traceId, spanId });
    expect(traceIds()).toEqual({});
  });

  it('end with the SDK', async () => {
    await tracing.stop();
    expect(trace.getSpan(context.active())).toBeUndefined();
    expect(inContextOf(startSpan('late', plain), traceIds)).toEqual({});
  });
});
