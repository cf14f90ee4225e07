import { dayOrMoment } from '../outbound/day-or-moment.js';
import { count, date, fields, type Fields, text } from '../outbound/untrusted.js';
import { many } from './activitypub-object.js';
import { plainWords } from './plain-text-mapping.js';

/** In the shape of Mastodon's Poll; `null`: it has no choices. */
export function pollOf(object: Fields, now: number): Fields | null {
  // Pleroma sends both, one of them empty.
  const [any, one] = [many(object['anyOf']), many(object['oneOf'])];
  const multiple = any.length > 0;
  const choices = multiple ? any : one;
  const options = choices.map(fields);
  if (options.length === 0) return null;
  const votes = options.map((option) => totalOf(option['replies']));
  const ends = pollEndOf(object);
  return {
    options: choices.map((choice, index) => ({
      title: labelOf(choice),
      votes_count: votes[index],
    })),
    votes_count: votes.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    voters_count: count(object['votersCount']),
    multiple,
    ...ends.told,
    expired: isClosed(object['closed'], now) || ends.at <= now,
  };
}

const day = 24 * 60 * 60 * 1000;

/** A day is told as a day, and lasts until its end. */
function pollEndOf(object: Fields) {
  const end = dayOrMoment(object['endTime'] ?? object['closed']);
  if (end === null) return { told: { expires_at: null }, at: Infinity };
  const moment = end.at.toISOString();
  return {
    told: { expires_at: end.isDay ? moment.slice(0, moment.indexOf('T')) : moment },
    at: end.at.getTime() + (end.isDay ? day : 0),
  };
}

/** It may be the moment of that, too, or whoever closed it. */
function isClosed(closed: unknown, now: number): boolean {
  if (closed === undefined || closed === null || closed === false || closed === 'false')
    return false;
  const since = date(closed);
  return since === null || since.getTime() <= now;
}

function labelOf(choice: unknown): string | null {
  const { name, content } = fields(choice);
  return text(choice) ?? text(name) ?? plainWords(text(content) ?? '');
}

export function totalOf(collection: unknown): number | null {
  return count(fields(collection)['totalItems']);
}
