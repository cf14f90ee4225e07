import { problem } from '@triptych/schemas';

export class PurgeKeyRequired extends problem(
  'unauthenticated',
  'purge_key_required',
  'Send one of PURGE_KEYS: Authorization: Bearer <key>.',
) {}

/** It is tried again until the store takes it; whoever asked for it should make sure. */
export class SnapshotsUnavailable extends problem(
  'busy',
  'snapshots_unavailable',
  'The store of snapshots did not take this yet. Ask again until it is done.',
) {}

/** This replica forgot it; what others know is as it was. */
export class PurgeIncomplete extends problem(
  'busy',
  'purge_incomplete',
  'Other replicas could not be told of this. Ask again until it is done.',
) {}

export class NothingToPurge extends problem(
  'invalid',
  'nothing_to_purge',
  'This server keeps nothing of this address.',
) {}
