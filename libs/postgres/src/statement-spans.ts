import { endSpan, startSpan } from '@triptych/tracing';

/** Sends a statement in a span of its own. Its text stands in the span, the values never do. */
export function inStatementSpan<T>(text: string, send: () => T): T {
  const span = startSpan(text.trimStart().split(/\s/, 1)[0] || 'query', {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) },
  });
  const answer = send();
  if (!(answer instanceof Promise)) {
    endSpan(span);
    return answer;
  }
  answer.then(
    () => endSpan(span),
    (error: unknown) => endSpan(span, error),
  );
  return answer;
}
