import { problem } from '@triptych/schemas';

export class TooManyRequests extends problem(
  'rate-limited',
  'rate_limited',
  'Too many requests; try again later.',
) {}

export class DatabaseUnavailable extends problem(
  'busy',
  'database_unavailable',
  'The service does not reach its data at the moment; try again later.',
  { retryAfter: 2 },
) {}

export class CrossOriginRequest extends problem(
  'forbidden',
  'cross_origin',
  'This request came from another site.',
) {}
