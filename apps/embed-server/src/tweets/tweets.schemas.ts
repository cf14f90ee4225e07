import { Type } from 'typebox';
import { threadSchema } from '../http/thread.schemas.js';
import { imageNumber } from '../images/images.schemas.js';

export const tweetId = Type.String({
  pattern: '^[0-9]+$',
  description: 'Tweet id: a numerical string.',
});

export const TweetParamsSchema = Type.Object({ id: tweetId });

export const TweetImageParamsSchema = Type.Object({ id: tweetId, number: imageNumber });

const body = {
  data: Type.Object({}, { additionalProperties: true }),
  includes: Type.Object({}, { additionalProperties: true }),
  linkMetas: Type.Array(Type.Object({}, { additionalProperties: true })),
};
const description = 'The body of X API v2 whatever the source was, and what is known of the links.';

export const TweetSchema = Type.Object(
  { ...body, thread: Type.Optional(threadSchema(Type.Object(body, { description }), 'on X')) },
  { description },
);
