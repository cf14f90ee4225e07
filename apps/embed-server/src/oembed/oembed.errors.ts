import { problem } from '@triptych/schemas';
import { InvalidStatusUrl, statusErrors } from '../statuses/statuses.errors.js';
import { TweetNotFound } from '../tweets/tweets.errors.js';
import { VideoNotFound } from '../videos/videos.errors.js';

export class EmbedNotFound extends problem(
  'not-found',
  'embed_not_found',
  'This server shows nothing of that address.',
) {}

export class FormatNotSupported extends problem(
  'not-implemented',
  'format_not_supported',
  'The formats are json and xml.',
) {}

/** An address that is none of a status is an unknown one here. */
export const oembedErrors = [
  EmbedNotFound,
  FormatNotSupported,
  TweetNotFound,
  VideoNotFound,
  ...statusErrors.filter((error) => error !== InvalidStatusUrl),
];
