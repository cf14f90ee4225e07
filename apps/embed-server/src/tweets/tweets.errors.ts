import { problem, ServiceError } from '@triptych/schemas';
import { imageErrors } from '../images/images.errors.js';
import { namedAddressErrors, upstreamErrors } from '../outbound/upstream.errors.js';

/** Unknown, deleted, private: X does not distinguish these, so this server cannot. */
export class TweetNotFound extends problem(
  'not-found',
  'tweet_not_found',
  'There is no such tweet, or it is not public.',
) {}

/** Also one that is remembered. */
export function isTweetNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.code === TweetNotFound.code;
}

/** For `config.errors` of the routes that read a tweet. */
export const tweetErrors = [TweetNotFound, ...upstreamErrors];

export const tweetImageErrors = [...tweetErrors, ...imageErrors, ...namedAddressErrors];
