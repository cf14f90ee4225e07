import { Type, type Static } from 'typebox';

/**
 * The one body of every 4xx and 5xx response: RFC 9457 with a stable `code`, the request's id and, for a
 * payload that breaks its shape, the faults as RFC 6901 pointers.
 *
 * @param codes the closed set of codes that the service can send
 */
export function problemSchema(codes: readonly string[]) {
  return Type.Object(
    {
      type: Type.String({ description: '`about:blank`: `title` is the phrase of the status.' }),
      title: Type.String(),
      status: Type.Integer({ minimum: 400, maximum: 599 }),
      detail: Type.Optional(Type.String()),
      code: Type.String({ enum: [...codes] }),
      requestId: Type.String(),
      errors: Type.Optional(
        Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() })),
      ),
    },
    { title: 'Problem', description: 'RFC 9457 problem details' },
  );
}

export type Problem = Static<ReturnType<typeof problemSchema>>;
