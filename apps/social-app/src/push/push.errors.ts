import { problem } from '@triptych/schemas';

export class PushNotOffered extends problem(
  'not-found',
  'push_not_offered',
  'This server sends no notifications.',
) {}

const detail = 'must be the address and the keys that the browser has given';

export class InvalidSubscription extends problem(
  'unprocessable',
  'invalid_subscription',
  'This is no subscription of a browser.',
  { faults: [{ pointer: '', detail }] },
) {}
