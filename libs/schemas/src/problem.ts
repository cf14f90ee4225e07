import { Type, type Static } from 'typebox';

/** Codes that any service may answer with, apart from those of its features. */
export const platformCodes = [
  'bad_request',
  'invalid_payload',
  'invalid_json',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'header_fields_too_large',
  'request_timeout',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;

/**
 * The one body of every 4xx and 5xx answer: RFC 9457 with a stable `code`, the request's id and, for a
 * payload that breaks its shape, the faults as RFC 6901 pointers.
 *
 * @param codes the codes of the service's own features; with `platformCodes` they form the closed set
 */
export function problemSchema(codes: readonly string[]) {
  return Type.Object(
    {
      type: Type.String({ description: '`about:blank`: `title` is the phrase of the status.' }),
      title: Type.String(),
      status: Type.Integer({ minimum: 400, maximum: 599 }),
      detail: Type.Optional(Type.String()),
      code: Type.String({ enum: [...platformCodes, ...codes] }),
      requestId: Type.String(),
      errors: Type.Optional(
        Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() })),
      ),
    },
    { $id: 'Problem', title: 'Problem', description: 'RFC 9457 problem details' },
  );
}

export type Problem = Static<ReturnType<typeof problemSchema>>;

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
