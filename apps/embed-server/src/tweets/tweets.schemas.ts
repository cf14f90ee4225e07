import { Type } from 'typebox';

const id = Type.String({ pattern: '^[0-9]+$', description: 'Tweet id: a numerical string.' });

export const TweetParamsSchema = Type.Object({ id });

export const TweetImageParamsSchema = Type.Object({
  id,
  number: Type.String({ pattern: '^[0-9]{1,20}$', description: 'Zero-based index.' }),
});

export const TweetSchema = Type.Object(
  {
    data: Type.Object({}, { additionalProperties: true }),
    includes: Type.Object({}, { additionalProperties: true }),
    linkMetas: Type.Array(Type.Object({}, { additionalProperties: true })),
  },
  { description: 'The body of X API v2 whatever the source was, and what is known of the links.' },
);
