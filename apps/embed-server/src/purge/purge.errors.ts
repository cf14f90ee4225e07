import { problem } from '@triptych/schemas';

export class PurgeKeyRequired extends problem(
  'unauthenticated',
  'purge_key_required',
  'Send one of PURGE_KEYS: Authorization: Bearer <key>.',
) {}

export class NothingToPurge extends problem(
  'invalid',
  'nothing_to_purge',
  'This server keeps nothing of this address.',
) {}
