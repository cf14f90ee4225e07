// The id of an event: its number in the log of its user, and the moment at which it was written there (ADR 0036). A log that
// was restored from a back-up, or lost its end in a failover, uses numbers again, but never with the same moment.

/** How far somebody has read the log. */
export interface LogPosition {
  /** The number of the last event; 0 before the first, -1 for an id that was never given. */
  readonly seq: number;
  /** When that event was written, in milliseconds; null when that is not known, as for 0 and for ids of release 0.1. */
  readonly at: number | null;
}

/** Of PostgreSQL's integer. */
const newest = 2_147_483_647;

export function toEventId({ seq, at }: LogPosition): string {
  return at === null ? `${seq}` : `${seq}-${at.toString(36)}`;
}

export function parseEventId(id: string): LogPosition {
  const [, seq, at] = /^(\d{1,10})(?:-([0-9a-z]{1,9}))?$/.exec(id) ?? [];
  if (seq === undefined || Number(seq) >= newest) return { seq: -1, at: null };
  return { seq: Number(seq), at: at === undefined ? null : parseInt(at, 36) };
}

export function isSamePosition(one: LogPosition, other: LogPosition): boolean {
  return one.seq === other.seq && (one.at === null || one.at === other.at);
}
