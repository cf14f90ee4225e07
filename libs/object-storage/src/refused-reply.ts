import { DependencyFault, type FaultReason } from '@triptych/logging';

const known: Readonly<Record<number, readonly [FaultReason, string]>> = {
  301: ['mismatch', 'The bucket is in another region: set `region` in its address.'],
  400: [
    'mismatch',
    'Check the region in the address of the bucket, and the clock of this machine.',
  ],
  403: [
    'login_refused',
    'Check the keys, their rights on the bucket, and the clock of this machine.',
  ],
  404: ['mismatch', 'There is no such bucket.'],
  429: ['overloaded', 'The store takes no more requests at the moment.'],
  503: ['overloaded', 'The store takes no more requests at the moment.'],
  507: ['overloaded', 'The store has no room left.'],
};

/** A reply of S3 that is none of those that are expected. Nothing of its body is told: it may quote what was signed. */
export function refusedReply(status: number): DependencyFault {
  const [reason, advice] = known[status] ?? ['unknown', 'Look into the log of the store.'];
  return new DependencyFault({ reason, code: `S3_${status}`, advice });
}

/** A reply that says that all is well, and is not what was asked for. */
export function malformedReply(): DependencyFault {
  const advice = 'The address leads to something that does not speak S3.';
  return new DependencyFault({ reason: 'mismatch', code: 'S3_MALFORMED', advice });
}
