import { ServiceError } from '@triptych/schemas';

export class TooManyRequests extends ServiceError {
  constructor(waitSeconds: number) {
    super('rate-limited', 'rate_limited', 'Too many requests; try again later.', {
      retryAfter: waitSeconds,
    });
  }
}

export class CrossOriginRequest extends ServiceError {
  constructor() {
    super('forbidden', 'cross_origin', 'This request came from another site.');
  }
}
