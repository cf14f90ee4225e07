import { problem } from '@triptych/schemas';

export class InvalidVerificationRequest extends problem(
  'invalid',
  'invalid_payload',
  'The body does not hold an e-mail address.',
) {}
