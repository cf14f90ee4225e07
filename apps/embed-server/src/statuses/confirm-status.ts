import { ServiceError } from '@triptych/schemas';
import type { PartResult } from '../cache/item-parts.js';
import { fields, type Fields } from '../outbound/untrusted.js';
import { isOfUpstream } from '../outbound/upstream.errors.js';
import { ServerBusy } from '../http/server-busy.errors.js';
import type { AskOrigin, ConfirmName } from './origin.js';
import { identityOf, isOwn, nameOf, type AccountName } from './provenance.js';
import { quotedOf } from './status-mapping.js';
import type { AttestedStatus } from './status-source.port.js';

export interface Ask {
  readonly origin: AskOrigin;
  readonly name: ConfirmName;
}

/** What was found, or `null` when there is none in time. */
type InTime = <T extends object | boolean>(part: PartResult<T>) => T | null;

/**
 * Puts the words of their origins in the place of posts that another host attested: of the status, of what it boosts, and of
 * what that quotes. What fails or is late is shown as it was attested. `null`: the origin says that there is nothing to show.
 */
export async function confirmStatus(
  attested: AttestedStatus,
  ask: Ask,
): Promise<AttestedStatus | null> {
  let { lacks } = attested;
  const inTime: InTime = (part) => {
    if ('found' in part) {
      const { found } = part;
      if (typeof found === 'object' && found !== null && 'lacks' in found)
        lacks = worse(lacks, (found as AttestedStatus).lacks);
      return found;
    }
    const { failure } = part;
    if (!(failure instanceof ServiceError)) throw failure;
    // An origin that knows no such post, or refuses strangers, has said so.
    if (isOfUpstream(failure) || failure.code === ServerBusy.code) lacks = worse(lacks, 'part');
    return null;
  };
  const confirmed = await confirm(attested, ask, inTime);
  return confirmed && { ...confirmed, lacks };
}

type Lacks = AttestedStatus['lacks'];

const worse = (one: Lacks, other: Lacks): Lacks =>
  one === 'author' || other === 'author' ? 'author' : (one ?? other);

async function confirm(
  attested: AttestedStatus,
  ask: Ask,
  inTime: InTime,
): Promise<AttestedStatus | null> {
  const root = await inOwnWords(attested, ask, inTime);
  if (root === null) return null;
  const { status, attestations } = root;
  const reblog = fields(status)['reblog'];
  if (reblog == null) return withQuote(root, ask, inTime);
  const boost = { status: reblog, attestations: { ...attestations, status: attestations.reblog } };
  const boosted = await inOwnWords(boost, ask, inTime);
  if (boosted === null) return null;
  const shown = await withQuote(boosted, ask, inTime);
  const said = {
    status: attestations.status,
    reblog: shown.attestations.status,
    quote: shown.attestations.quote,
  };
  return { status: replaced(status, 'reblog', shown.status), attestations: said };
}

async function withQuote(
  attested: AttestedStatus,
  ask: Ask,
  inTime: InTime,
): Promise<AttestedStatus> {
  const { status, attestations } = attested;
  const quoted = quotedOf(fields(status)['quote']);
  if (quoted === null) return attested;
  const quote = { status: quoted, attestations: { ...attestations, status: attestations.quote } };
  const shown = await inOwnWords(quote, ask, inTime);
  if (shown === null) return { status: replaced(status, 'quote', null), attestations };
  const said = { ...attestations, quote: shown.attestations.status };
  if (shown.status === quoted) return { status, attestations: said };
  const accepted = { state: 'accepted', quoted_status: shown.status };
  return { status: replaced(status, 'quote', accepted), attestations: said };
}

function replaced(status: unknown, part: string, value: unknown): unknown {
  const whole = fields(status);
  return whole[part] === value ? status : { ...whole, [part]: value };
}

/** One post as its origin says it, or as it was attested when the origin is silent. */
async function inOwnWords(
  attested: AttestedStatus,
  ask: Ask,
  inTime: InTime,
): Promise<AttestedStatus | null> {
  const post = fields(attested.status);
  const identity = identityOf(post);
  if (identity === null || isOwn(post, attested.attestations.status.host))
    return named(attested, post, ask, inTime);
  const said = inTime(await ask.origin(identity));
  if (said === null) return attested;
  return 'absent' in said ? null : named(said, post, ask, inTime);
}

/** With the author's name at another domain, if that one confirms it. `hint`: the post as it was attested. */
async function named(
  own: AttestedStatus,
  hint: Fields,
  ask: Ask,
  inTime: InTime,
): Promise<AttestedStatus> {
  const account = fields(fields(own.status)['account']);
  const { host } = own.attestations.status;
  const name = nameElsewhere(nameOf(account), nameOf(fields(hint['account'])), host);
  if (name === null || !inTime(await ask.name(name, { account, host }))) return own;
  const status = { ...own.attestations.status, name: `${name.user}@${name.domain}` };
  return { status: own.status, attestations: { ...own.attestations, status } };
}

/** A server names its own accounts without a domain; others know the one that its people use. */
function nameElsewhere(own: AccountName, hint: AccountName, host: string): AccountName | null {
  const isElsewhere = ({ user, domain }: AccountName) =>
    user !== '' && domain !== null && domain !== host;
  if (isElsewhere(own)) return own;
  return isElsewhere(hint) && hint.user.toLowerCase() === own.user.toLowerCase() ? hint : null;
}
