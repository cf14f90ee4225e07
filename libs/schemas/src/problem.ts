import { Type, type Static } from 'typebox';

/**
 * The one body of every 4xx and 5xx response: RFC 9457 with a stable `code`, the request's id and, for a
 * payload that breaks its shape, the faults as RFC 6901 pointers.
 *
 * @param codes the closed set of codes that the service can send; empty: any
 */
export function problemSchema(codes: readonly string[]) {
  return Type.Object(
    {
      type: Type.String({ description: '`about:blank`: `title` is the phrase of the status.' }),
      title: Type.String(),
      status: Type.Integer({ minimum: 400, maximum: 599 }),
      detail: Type.Optional(Type.String()),
      code: Type.String(codes.length > 0 ? { enum: [...codes] } : {}),
      requestId: Type.String(),
      errors: Type.Optional(
        Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() })),
      ),
    },
    { $id: 'Problem', title: 'Problem', description: 'RFC 9457 problem details' },
  );
}

export type Problem = Static<ReturnType<typeof problemSchema>>;

// To be deleted once every route names its error classes in `config.errors`.
/**
 * Response schemas of a route's error statuses, ready to spread into `schema.response`. They refer to the
 * `Problem` that the server holds, so that a document tells it once.
 *
 * @param statuses what each status means on this route
 */
export function problemResponses<const S extends number>(statuses: Record<S, string>) {
  const responses = Object.entries<string>(statuses).map(([status, description]) => [
    status,
    { description, content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } } },
  ]);
  return Object.fromEntries(responses) as Record<S, unknown>;
}
