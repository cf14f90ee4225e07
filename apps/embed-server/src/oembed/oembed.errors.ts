import { problem } from '@triptych/schemas';
import { BlueskyPostNotFound, BlueskyPostWithheld } from '../bluesky/bluesky.errors.js';
import { InvalidStatusUrl, statusErrors } from '../statuses/statuses.errors.js';
import { MediaNotFound, TokenMissing } from '../media/media.errors.js';
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
  BlueskyPostNotFound,
  BlueskyPostWithheld,
  TweetNotFound,
  VideoNotFound,
  MediaNotFound,
  TokenMissing,
  ...statusErrors.filter((error) => error !== InvalidStatusUrl),
];
