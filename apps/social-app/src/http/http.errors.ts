import { problem } from '@triptych/schemas';

export class TooManyRequests extends problem(
  'rate-limited',
  'rate_limited',
  'Too many requests; try again later.',
) {}

export class CrossOriginRequest extends problem(
  'forbidden',
  'cross_origin',
  'This request came from another site.',
) {}
