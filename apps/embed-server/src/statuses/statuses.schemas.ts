import { Type } from 'typebox';
import { foreignObject } from '../http/replies.schemas.js';
import { threadSchema } from '../http/thread.schemas.js';

export const statusUrl = Type.String({
  description: 'The URL of a status as readers see it, percent-encoded.',
});

export const StatusParamsSchema = Type.Object({ statusUrl });

export const emojiName = Type.String({
  description: 'Name of a custom emoji, without colons.',
});

const description = "The instance's own JSON, or another API's in the shape of Mastodon's.";

export const StatusSchema = Type.Object(
  { thread: Type.Optional(threadSchema(foreignObject(description), 'at its instance')) },
  { additionalProperties: true, description },
);
