import { tracingChannel } from 'node:diagnostics_channel';
import { endSpan, startSpan, type Span } from './spans.js';

/** A message of ioredis about a command. Its arguments are not read, since keys may name persons. */
interface RedisCommand {
  readonly command: string;
  readonly error?: unknown;
}

/** A span for each command that ioredis sends, in this process; call the result to end that. */
export function traceRedis(): () => void {
  const spans = new WeakMap<object, Span>();
  const listeners = {
    start: (message: object) => {
      const name = (message as RedisCommand).command.toUpperCase();
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': name };
      spans.set(message, startSpan(name, { kind: 'client', attributes }));
    },
    asyncEnd: (message: object) => {
      const span = spans.get(message);
      if (span) endSpan(span, (message as RedisCommand).error);
    },
    end: () => {},
    asyncStart: () => {},
    error: () => {},
  };
  const channel = tracingChannel<string, object>('ioredis:command');
  channel.subscribe(listeners);
  return () => void channel.unsubscribe(listeners);
}
