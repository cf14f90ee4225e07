import { Type } from 'typebox';

/** What `sendPrepared` sends: the reply itself, a part of it, or that the client has it. */
export const preparedResponses = <T>(ok: T) => ({
  200: ok,
  206: { description: 'The part of it that Range names.' },
  304: { description: 'The copy that If-None-Match names is the current one.' },
});

/** Fields of other people's objects: sent as they came. */
export const foreignObject = (description: string) =>
  Type.Object({}, { additionalProperties: true, description });
