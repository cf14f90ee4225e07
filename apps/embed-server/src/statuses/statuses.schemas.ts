import { Type } from 'typebox';
import { foreignObject } from '../http/replies.schemas.js';

export const statusUrl = Type.String({
  description: 'The URL of a status as readers see it, percent-encoded.',
});

export const StatusParamsSchema = Type.Object({ statusUrl });

export const emojiName = Type.String({
  description: 'Name of a custom emoji, without colons.',
});

export const StatusSchema = foreignObject(
  "The instance's own JSON, or another API's in the shape of Mastodon's.",
);
