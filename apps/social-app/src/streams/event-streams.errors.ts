import { problem } from '@triptych/schemas';

export class TooManyStreams extends problem(
  'rate-limited',
  'too_many_streams',
  'Too many event streams of yours are open.',
  { retryAfter: 30 },
) {}
