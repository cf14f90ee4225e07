import { Type } from 'typebox';
import { foreignObject } from '../http/replies.schemas.js';

const statusUrl = Type.String({
  description: 'The URL of a status as readers see it, percent-encoded.',
});

export const StatusParamsSchema = Type.Object({ statusUrl });

export const StatusImageParamsSchema = Type.Object({
  statusUrl,
  number: Type.String({ pattern: '^[0-9]{1,20}$', description: 'Zero-based index.' }),
});

export const StatusEmojiParamsSchema = Type.Object({
  statusUrl,
  shortcode: Type.String({ description: 'Name of a custom emoji, without colons.' }),
});

export const StatusSchema = foreignObject(
  "The instance's own JSON, or another API's in the shape of Mastodon's.",
);
