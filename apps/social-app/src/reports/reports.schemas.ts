import { Type } from 'typebox';

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** What somebody is reported for. */
export const complaint = {
  reason: Type.Union(
    [
      Type.Literal('spam'),
      Type.Literal('harassment'),
      Type.Literal('threat'),
      Type.Literal('impersonation'),
      Type.Literal('illegal'),
      Type.Literal('other'),
    ],
    { description: 'What it is.' },
  ),
  note: Type.Optional(Type.String({ maxLength: 2000, description: 'In one’s own words.' })),
};

export const ReportBodySchema = Type.Object({
  userId: Type.String({ description: 'Whom the report is about.' }),
  ...complaint,
  messageIds: Type.Optional(
    Type.Array(Type.String({ pattern: uuid }), {
      maxItems: 50,
      uniqueItems: true,
      description: 'Messages of the chat between the two; their text is kept with the report.',
    }),
  ),
});

export const ReportedSchema = Type.Object(
  { id: Type.String({ format: 'uuid', description: 'For asking the operator about it.' }) },
  { description: 'Kept for the operator.' },
);
