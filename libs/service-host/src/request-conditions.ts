import { problem, type ServiceError } from '@triptych/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';

// What a request wants of a reply that would be a 200, in the order of RFC 9110, 13.2.2:
//
//   If-Match                 holds none of the tag → failed (412)
//   If-None-Match            holds the tag         → not modified (304)
//   Range, with GET alone    of this state of it   → a part (206), or outside (416)
//
// Such replies have a strong tag and no date, so conditions by date are no conditions, and an If-Range by date holds
// never. Of several ranges all of it is sent, which is always allowed.

class PreconditionFailed extends problem(
  'precondition-failed',
  'precondition_failed',
  'What If-Match names is not what there is.',
) {}

class RangeNotSatisfiable extends problem(
  'range-not-satisfiable',
  'range_not_satisfiable',
  'The range lies outside of what there is.',
) {}

/** What a reply may be refused for that takes conditions and ranges. */
export const conditionErrors = [PreconditionFailed, RangeNotSatisfiable] as const;

/** What there is to send: its strong tag, with the quotation marks, and its bytes. */
export interface Representation {
  readonly etag: string;
  readonly length: number;
}

export interface Part {
  readonly first: number;
  /** The byte after the last. */
  readonly end: number;
}

export type ConditionOutcome = 'whole' | 'failed' | 'not modified' | 'outside' | Part;

type Asking = Pick<FastifyRequest, 'headers' | 'method'>;

/** What the request wants: `whole` is a 200, a part a 206, and the others are as named above. */
export function evaluateConditions(
  { headers, method }: Asking,
  { etag, length }: Representation,
): ConditionOutcome {
  const { 'if-match': match, 'if-none-match': noneMatch, range } = headers;
  if (match !== undefined && !names(match, etag)) return 'failed';
  if (noneMatch !== undefined && names(noneMatch.replaceAll('W/"', '"'), etag))
    return 'not modified';
  if (range === undefined || method !== 'GET') return 'whole';
  const state = headers['if-range'];
  if (state !== undefined && String(state).trim() !== etag) return 'whole';
  return parseRange(range, length);
}

/** Whether a list of tags holds this one; a tag of ours has no comma. */
function names(tags: string, etag: string): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim() === etag);
}

/** What a `Range` asks for; all of it for one that is broken, of another unit, or of several parts. */
function parseRange(range: string, length: number): ConditionOutcome {
  const [unit, list = '', ...rest] = range.split('=');
  if (unit?.trim().toLowerCase() !== 'bytes' || rest.length > 0) return 'whole';
  const parts = list.split(',').map((item) => parsePart(item.trim(), length));
  const [part, ...others] = parts.filter((each) => each !== 'outside');
  if (parts.includes('whole') || others.length > 0) return 'whole';
  return part ?? 'outside';
}

function parsePart(item: string, length: number): 'whole' | 'outside' | Part {
  const [, first, last] = /^(\d*)-(\d*)$/.exec(item) ?? [];
  if (!first && !last) return 'whole';
  if (!first) {
    // The last bytes, or all of fewer.
    const count = Math.min(Number(last), length);
    return count === 0 ? 'outside' : { first: length - count, end: length };
  }
  if (last && Number(last) < Number(first)) return 'whole';
  if (Number(first) >= length) return 'outside';
  return { first: Number(first), end: last ? Math.min(Number(last) + 1, length) : length };
}

/** The problem to throw. It names how many bytes there are to a client that wanted others. */
export function refuseConditions(
  reply: FastifyReply,
  outcome: 'failed' | 'outside',
  { length }: Representation,
): ServiceError {
  if (outcome === 'failed') return new PreconditionFailed();
  void reply.header('content-range', `bytes */${length}`);
  return new RangeNotSatisfiable();
}
