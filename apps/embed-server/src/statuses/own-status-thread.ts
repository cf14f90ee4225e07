// The statuses of one account around one of its own, in the shape of Mastodon's. Guarantees: each is of that account, by its
// id as well as by its name, and of the host that attests all of them (ADR 0025); each replies to the one before it; none
// comes twice; none that is not for everyone is among them. The work is linear in what the API gave.
//
//   upwards, the status replies to                        the chain
//   nothing, or somebody else                             begins here
//   its author, and that status is here                   goes on
//   its author, and that status is gone, private, forged  is cut
//   one of which nobody says whose it is                  is cut, unless it is here
//   downwards, the author's replies to the status         the chain
//   none                                                  ends here
//   several                                               goes on with the earliest
//   the earliest is not for everyone                      is cut
//   not read, though there may be some                    is cut

import { mostAfter, mostBefore } from '../http/thread-length.js';
import { count, date, fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { parseStatusUrl } from './parse-status-url.js';
import { addressAt, hostOf, isOwn, nameOf } from './provenance.js';
import type { StatusContext } from './status-context.port.js';
import { isPublic } from './visibility-rules.js';

export interface OwnStatusThread {
  /** The first one of the thread first. */
  readonly before: readonly Fields[];
  readonly after: readonly Fields[];
  /** Whether the author's thread may have more at its home. */
  readonly isCut: boolean;
}

interface Chain {
  readonly found: readonly Fields[];
  readonly isCut: boolean;
}

/** `host` attests the status that was asked for, which is its own, and all that is around it. */
export function ownStatusThread(
  asked: Fields,
  host: string,
  context: StatusContext,
): OwnStatusThread {
  const author = { ...accountOf(asked), host };
  const seen = new Set([text(asked['id'])]);
  const above = statusesAbove(asked, author, context, seen);
  const below = statusesBelow(asked, author, context, seen);
  return {
    before: above.found.toReversed(),
    after: below.found,
    isCut: above.isCut || below.isCut,
  };
}

/** Whether a status says that its author's own thread may go on around it. */
export function mayHaveThread(status: Fields): boolean {
  return isInOwnReply(status) || count(status['replies_count']) !== 0;
}

interface Author {
  readonly id: string | null;
  readonly name: string;
  readonly host: string;
}

function accountOf(status: Fields): Omit<Author, 'host'> {
  const account = fields(status['account']);
  const { user, domain } = nameOf(account);
  return { id: text(account['id']), name: `${user}@${domain ?? ''}` };
}

/** Upwards; the nearest first. */
function statusesAbove(
  asked: Fields,
  author: Author,
  { ancestors }: StatusContext,
  seen: Set<string | null>,
): Chain {
  const known = byId(ancestors);
  const found: Fields[] = [];
  for (let status = asked; isInOwnReply(status);) {
    const id = text(status['in_reply_to_id']);
    const next = id === null ? undefined : known.get(id);
    const isNamed = text(status['in_reply_to_account_id']) !== null;
    if (next && !isNamed && accountOf(next).id !== author.id) return { found, isCut: false };
    if (id !== null && !isNamed && isElsewhere(id, author)) return { found, isCut: false };
    const isSound = next !== undefined && isOf(author, next) && isPublic(next) && !seen.has(id);
    if (!isSound || found.length === mostBefore) return { found, isCut: true };
    seen.add(id);
    found.push(next);
    status = next;
  }
  return { found, isCut: false };
}

function statusesBelow(
  asked: Fields,
  author: Author,
  { descendants, isPartial }: StatusContext,
  seen: Set<string | null>,
): Chain {
  const replies = byParent(descendants);
  const found: Fields[] = [];
  for (let status = asked; ;) {
    const all = replies.get(text(status['id'])) ?? [];
    const own = all.filter((one) => isOf(author, one) && !seen.has(text(one['id'])));
    const next = earliest(own.filter(isInOwnReply));
    if (next === null) return { found, isCut: isPartial || isUnread(status, all) };
    if (!isPublic(next) || found.length === mostAfter) return { found, isCut: true };
    seen.add(text(next['id']));
    found.push(next);
    status = next;
  }
}

/** Those without a date come last; of two of one time the one that the API names first. */
export function earliest(statuses: readonly Fields[]): Fields | null {
  const timeOf = (status: Fields | null) => date(status?.['created_at'])?.getTime() ?? Infinity;
  return statuses.reduce<Fields | null>(
    (best, one) => (best === null || timeOf(one) < timeOf(best) ? one : best),
    null,
  );
}

/** Some instances show who is not signed in the status alone. */
function isUnread(status: Fields, replies: readonly Fields[]): boolean {
  return replies.length === 0 && (count(status['replies_count']) ?? 0) > 0;
}

/** Whether it replies to its author, or to one of whom the API does not say who that is. */
export function isInOwnReply(status: Fields): boolean {
  const account = text(status['in_reply_to_account_id']);
  if (account === null) return text(status['in_reply_to_id']) !== null;
  return account === accountOf(status).id;
}

function isOf(author: Author, status: Fields): boolean {
  const { id, name } = accountOf(status);
  const address = addressAt(author.host, status['url'], status['uri']);
  const hasPage = address !== null && parseStatusUrl(address) !== null;
  const isSame = id !== null && id === author.id && name === author.name;
  return isSame && hasPage && status['reblog'] == null && isOwn(status, author.host);
}

/** Of ActivityPub, whose ids are addresses: nobody's own posts are at another host. */
function isElsewhere(id: string, { host }: Author): boolean {
  const address = webUrl(id);
  return address !== null && hostOf(address) !== host;
}

function byParent(statuses: readonly unknown[]): ReadonlyMap<string | null, Fields[]> {
  const replies = new Map<string | null, Fields[]>();
  for (const status of statuses.map(fields)) {
    const parent = text(status['in_reply_to_id']);
    const siblings = replies.get(parent);
    if (siblings) siblings.push(status);
    else replies.set(parent, [status]);
  }
  return replies;
}

/** The first of each id. */
function byId(statuses: readonly unknown[]): ReadonlyMap<string, Fields> {
  const known = new Map<string, Fields>();
  for (const status of statuses.map(fields)) {
    const id = text(status['id']);
    if (id !== null && !known.has(id)) known.set(id, status);
  }
  return known;
}
