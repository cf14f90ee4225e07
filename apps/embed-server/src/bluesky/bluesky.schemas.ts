import { Type } from 'typebox';
import { foreignObject } from '../http/replies.schemas.js';
import { threadSchema } from '../http/thread.schemas.js';

export const postUrlParam = Type.String({
  description:
    'The address of a post on bsky.app, its `at://` one, or `AUTHOR/KEY`; percent-encoded.',
});

export const BlueskyParamsSchema = Type.Object({ postUrl: postUrlParam });

const view =
  "The AppView's own `app.bsky.feed.defs#postView`, without what others in it want shown to people who are signed in alone.";

export const BlueskyPostSchema = Type.Object(
  { thread: Type.Optional(threadSchema(foreignObject(view), 'on Bluesky')) },
  { additionalProperties: true, description: view },
);
