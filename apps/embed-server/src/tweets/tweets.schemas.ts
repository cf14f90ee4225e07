import { Type } from 'typebox';
import { imageNumber } from '../images/images.schemas.js';

export const tweetId = Type.String({
  pattern: '^[0-9]+$',
  description: 'Tweet id: a numerical string.',
});

export const TweetParamsSchema = Type.Object({ id: tweetId });

export const TweetImageParamsSchema = Type.Object({ id: tweetId, number: imageNumber });

export const TweetSchema = Type.Object(
  {
    data: Type.Object({}, { additionalProperties: true }),
    includes: Type.Object({}, { additionalProperties: true }),
    linkMetas: Type.Array(Type.Object({}, { additionalProperties: true })),
  },
  { description: 'The body of X API v2 whatever the source was, and what is known of the links.' },
);
