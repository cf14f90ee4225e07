import { problem } from '@triptych/schemas';

export class ApiKeyRequired extends problem(
  'unauthenticated',
  'api_key_required',
  'Send a valid API key: Authorization: Bearer <key>.',
) {}
