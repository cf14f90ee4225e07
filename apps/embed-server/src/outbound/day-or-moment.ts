import { date, text } from './untrusted.js';

/** When something was posted, as exactly as its source says. */
export interface DayOrMoment {
  /** Of a day the start of it, in UTC. */
  readonly at: Date;
  /** Whether the source names a day and no time of it. */
  readonly isDay: boolean;
}

// A day of XML Schema may have a zone. It is the same day in all of them.
const isoDay = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)?$/;
const timeOfDay = /\d:\d\d/;
const yearOrMonth = /^\d{1,4}(?:-\d\d)?$/;

/** A year or a month names no day, so it is none. */
export function dayOrMoment(value: unknown): DayOrMoment | null {
  const written = text(value)?.trim() ?? '';
  if (yearOrMonth.test(written)) return null;
  const [, day] = isoDay.exec(written) ?? [];
  if (day !== undefined) return at(date(day), true);
  if (timeOfDay.test(written)) return at(date(written), false);
  // In words, a day would begin in the zone of this server.
  return at(date(`${written} UTC`), true);
}

function at(read: Date | null, isDay: boolean): DayOrMoment | null {
  return read && { at: read, isDay };
}
