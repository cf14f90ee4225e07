import { problem } from '@triptych/schemas';

export class Unauthenticated extends problem(
  'unauthenticated',
  'unauthenticated',
  'Sign in to do this.',
) {}
