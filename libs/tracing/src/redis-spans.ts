import { tracingChannel } from 'node:diagnostics_channel';
import { endSpan, startSpan, type Span } from './spans.js';

/** What ioredis tells of a command; its arguments are not looked at, keys may name persons. */
interface RedisCommand {
  readonly command: string;
  readonly error?: unknown;
}

/** A span for each command that ioredis sends, in this process; call the result to end that. */
export function traceRedis(): () => void {
  const spans = new WeakMap<object, Span>();
  const listeners = {
    start: (told: object) => {
      const name = (told as RedisCommand).command.toUpperCase();
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': name };
      spans.set(told, startSpan(name, { kind: 'client', attributes }));
    },
    asyncEnd: (told: object) => {
      const span = spans.get(told);
      if (span) endSpan(span, (told as RedisCommand).error);
    },
    end: () => {},
    asyncStart: () => {},
    error: () => {},
  };
  const channel = tracingChannel<string, object>('ioredis:command');
  channel.subscribe(listeners);
  return () => void channel.unsubscribe(listeners);
}
