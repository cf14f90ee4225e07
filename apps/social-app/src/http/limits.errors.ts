import { ServiceError } from '@triptych/errors';

export class TooManyRequests extends ServiceError {
  constructor(waitSeconds: number) {
    super('rate-limited', 'rate_limited', 'Too many requests; try again later.', {
      retryAfter: waitSeconds,
    });
  }
}
