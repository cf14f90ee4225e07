// Replicas of the release before (0.1) beside this one (ADR 0036). They hear what is for users on the channel for all, and a
// presence only with the friends whom it concerns. So while one of them has been heard of, it is told in its own words, too.
// They are known by their ids: a UUID of version 4, where those of this release have version 8. Goes with the next release.
import { randomUUID } from 'node:crypto';

/** Milliseconds; a replica is heard of every ten seconds, and at once when it starts or asks. */
const forgottenAfter = 40_000;

/** Where the version of a UUID stands. */
const versionAt = 14;

export function createReplicaId(): string {
  const id = randomUUID();
  return `${id.slice(0, versionAt)}8${id.slice(versionAt + 1)}`;
}

export const isOfPrevious = (replicaId: string) => replicaId[versionAt] === '4';

export function createPreviousRelease(now = () => Date.now()) {
  let heardAt = -Infinity;
  return {
    hear(replicaId: string): void {
      if (isOfPrevious(replicaId)) heardAt = now();
    },
    isHere: () => now() - heardAt < forgottenAfter,
  };
}
