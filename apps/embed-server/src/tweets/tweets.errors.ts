import { ServiceError } from '@triptych/schemas';

/** Unknown, deleted, private: X does not tell these apart, nor do we. */
export class TweetNotFound extends ServiceError {
  constructor() {
    super('not-found', 'tweet_not_found', 'There is no such tweet, or it is not public.');
  }
}
