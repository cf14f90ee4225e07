import { Type } from 'typebox';
import { foreignObject } from '../http/replies.schemas.js';

export const postUrlParam = Type.String({
  description:
    'The address of a post on bsky.app, its `at://` one, or `AUTHOR/KEY`; percent-encoded.',
});

export const BlueskyParamsSchema = Type.Object({ postUrl: postUrlParam });

export const ThreadQuerySchema = Type.Object({
  thread: Type.Optional(
    Type.Enum(['1'], {
      description: "With the author's own posts that it continues, and that continue it.",
    }),
  ),
});

const view =
  "The AppView's own `app.bsky.feed.defs#postView`, without what others in it want shown to people who are signed in alone.";

const ThreadSchema = Type.Object(
  {
    before: Type.Array(foreignObject(view), {
      description: 'What the post continues, the first one first; at most 10.',
    }),
    after: Type.Array(foreignObject(view), {
      description: 'What continues the post, the next one first; at most 9.',
    }),
    isCut: Type.Boolean({
      description:
        'Whether there may be more of it on Bluesky: it is longer, a part is gone or not shown, or it could not be read.',
    }),
  },
  { description: "With `thread=1`: the same author's posts around it." },
);

export const BlueskyPostSchema = Type.Object(
  { thread: Type.Optional(ThreadSchema) },
  { additionalProperties: true, description: view },
);
