import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '@triptych/schemas';
import { fields, type Fields } from '../outbound/untrusted.js';
import type { AskOrigin, ConfirmName } from './origin.js';
import { identityOf, isOwn, nameOf, type AccountName } from './provenance.js';
import { quotedOf } from './status-mapping.js';
import type { ToldStatus } from './status-source.port.js';

/** `null`: the origin says that there is nothing to show. */
export type ConfirmStatus = (told: ToldStatus, ask: Ask) => Promise<ToldStatus | null>;

export interface Ask {
  readonly origin: AskOrigin;
  readonly name: ConfirmName;
}

/** The answer, or `null` when there is none in time. */
type InTime = <T>(work: () => Promise<T>) => Promise<T | null>;

/**
 * Puts the words of their origins in the place of posts that another host told: of the status, of what it boosts, and of
 * what that quotes. `wait` in milliseconds for all of them together; what is late by then is shown as it was told, and is
 * there for the next look-up.
 */
export function createConfirmStatus(wait: number): ConfirmStatus {
  return async (told, ask) => {
    const ended = new AbortController();
    const late = pause(wait, null, { signal: ended.signal, ref: false }).catch(() => null);
    const inTime: InTime = (work) => Promise.race([work().catch(nothing), late]);
    try {
      return await confirm(told, ask, inTime);
    } finally {
      ended.abort();
    }
  };
}

function nothing(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}

async function confirm(told: ToldStatus, ask: Ask, inTime: InTime): Promise<ToldStatus | null> {
  const root = await inOwnWords(told, ask, inTime);
  if (root === null) return null;
  const { status, tellers } = root;
  const reblog = fields(status)['reblog'];
  if (reblog == null) return withQuote(root, ask, inTime);
  const boost = { status: reblog, tellers: { ...tellers, status: tellers.reblog } };
  const boosted = await inOwnWords(boost, ask, inTime);
  if (boosted === null) return null;
  const shown = await withQuote(boosted, ask, inTime);
  const said = { status: tellers.status, reblog: shown.tellers.status, quote: shown.tellers.quote };
  return { status: replaced(status, 'reblog', shown.status), tellers: said };
}

async function withQuote(told: ToldStatus, ask: Ask, inTime: InTime): Promise<ToldStatus> {
  const { status, tellers } = told;
  const quoted = quotedOf(fields(status)['quote']);
  if (quoted === null) return told;
  const quote = { status: quoted, tellers: { ...tellers, status: tellers.quote } };
  const shown = await inOwnWords(quote, ask, inTime);
  if (shown === null) return { status: replaced(status, 'quote', null), tellers };
  const said = { ...tellers, quote: shown.tellers.status };
  if (shown.status === quoted) return { status, tellers: said };
  const accepted = { state: 'accepted', quoted_status: shown.status };
  return { status: replaced(status, 'quote', accepted), tellers: said };
}

function replaced(status: unknown, part: string, value: unknown): unknown {
  const whole = fields(status);
  return whole[part] === value ? status : { ...whole, [part]: value };
}

/** One post as its origin says it, or as it was told when the origin is silent. */
async function inOwnWords(told: ToldStatus, ask: Ask, inTime: InTime): Promise<ToldStatus | null> {
  const post = fields(told.status);
  const identity = identityOf(post);
  if (identity === null || isOwn(post, told.tellers.status.host))
    return named(told, post, ask, inTime);
  const found = await inTime(() => ask.origin(identity));
  if (found === 'absent') return null;
  return found === null ? told : named(found, post, ask, inTime);
}

/** With the author's name at another domain, if that one confirms it. `hint`: the post as it was told. */
async function named(own: ToldStatus, hint: Fields, ask: Ask, inTime: InTime): Promise<ToldStatus> {
  const account = fields(fields(own.status)['account']);
  const { host } = own.tellers.status;
  const name = nameElsewhere(nameOf(account), nameOf(fields(hint['account'])), host);
  if (name === null || !(await inTime(() => ask.name(name, { account, host })))) return own;
  const status = { host, name: `${name.user}@${name.domain}` };
  return { status: own.status, tellers: { ...own.tellers, status } };
}

/** A server names its own accounts without a domain; others know the one that its people use. */
function nameElsewhere(own: AccountName, hint: AccountName, host: string): AccountName | null {
  const isElsewhere = ({ user, domain }: AccountName) =>
    user !== '' && domain !== null && domain !== host;
  if (isElsewhere(own)) return own;
  return isElsewhere(hint) && hint.user.toLowerCase() === own.user.toLowerCase() ? hint : null;
}
