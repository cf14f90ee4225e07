// What a log line holds of an error. Messages of drivers, parsers and servers quote values: an e-mail in a unique key, the
// text that is no JSON, whatever a trigger of the operator raises. So only messages of the language's own errors are kept,
// which our code throws and which name members, not values (ADR 0026).

const spoken: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AggregateError',
]);

const deepestCause = 3;

/** Type, code, frames and causes of an error; its message only where it cannot hold what somebody sent. */
export function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? error : typeof error;
  const type = error.constructor.name;
  const { code, cause, message } = error as Error & { code?: unknown };
  return {
    type,
    ...(spoken.has(type) && spoken.has(error.name) ? { message } : {}),
    ...(code === undefined ? {} : { code }),
    stack: framesOf(error),
    ...(cause instanceof Error && depth < deepestCause
      ? { cause: serializeError(cause, depth + 1) }
      : {}),
  };
}

/** With its message: for faults that concern the operator alone, such as a configuration that cannot be used. */
export function wholeError(error: unknown): object {
  const serialized = serializeError(error);
  return error instanceof Error
    ? { ...(serialized as object), message: error.message }
    : { message: String(error) };
}

/** Where it was thrown; undefined when it does not say. */
export function originOf(error: unknown): string | undefined {
  return error instanceof Error ? framesOf(error).split('\n', 1)[0]?.trim() : undefined;
}

/** The lines of the stack behind the message, which may itself look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const behind = start < 0 ? stack : stack.slice(start + message.length);
  return behind
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}
