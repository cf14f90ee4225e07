import { ServiceError } from '@triptych/schemas';
import { failures, freshness } from '../cache/freshness.js';
import { partKind, type PartResult, type ReadPart } from '../cache/item-parts.js';
import type { LoadReport } from '../cache/read-through.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { fields, webUrl, type Fields } from '../outbound/untrusted.js';
import { parseStatusUrl, type StatusAddress } from './parse-status-url.js';
import { hostOf, identityOf, isOwn, type AccountName } from './provenance.js';
import type {
  FetchAccount,
  KnownAccount,
  ReadStatusPart,
  StatusSources,
  AttestedStatus,
} from './status-source.port.js';
import { InstanceUnwilling, InvalidStatusUrl, StatusNotFound } from './statuses.errors.js';
import { isPublic } from './visibility-rules.js';

/** What the host of a post's address says of it: its own words, or that it is gone or not public. */
export type AskOrigin = (
  identity: string,
) => Promise<PartResult<AttestedStatus | { readonly absent: true }>>;

/** An account that its host attested. */
export interface AttestedAccount {
  readonly account: Fields;
  readonly host: string;
}

/** Whether the domain in an account's name says that the name is this account's. */
export type ConfirmName = (
  name: AccountName,
  attested: AttestedAccount,
) => Promise<PartResult<boolean>>;

const refusals = createRefusals({
  ...failures,
  lasting: freshness.refused,
  // Of an origin "not found" is a doubt where it is no JSON: it may know the status under another API.
  errors: [InstanceUnwilling, InvalidStatusUrl, StatusNotFound],
});
const kinds = {
  post: { ...freshness.post, refusals },
  account: { ...freshness.account, refusals },
  part: { ...partKind, refusals },
};

/** Of what is asked for whenever its status is: its author, and what it quotes. */
export function statusParts(readPart: ReadPart): ReadStatusPart {
  return (key, load) => readPart(key, kinds.part, load);
}

/** Answers are kept like posts that were asked for, so that a failing origin is covered by what it said before. */
export function createAskOrigin(sources: StatusSources, beginItem: (itemKey: string) => ReadPart) {
  async function load(key: string, identity: string, report: LoadReport) {
    const attested = await askInTurn(sources, identity, statusParts(beginItem(key)));
    if (attested === 'absent' || !isPublic(attested.status)) return null;
    if (attested.lacks) report.incomplete(false);
    return attested;
  }

  return (readPart: ReadPart): AskOrigin =>
    async (identity) => {
      const key = `origin:${identity}`;
      const said = await readPart(key, kinds.post, (report) => load(key, identity, report));
      return 'found' in said ? { found: said.found ?? { absent: true } } : said;
    };
}

/** The first source that gives this very post in its host's own words; else the last doubt is thrown. */
async function askInTurn(
  sources: StatusSources,
  identity: string,
  readPart: ReadStatusPart,
): Promise<AttestedStatus | 'absent'> {
  const address = addressOf(identity);
  let doubt: unknown = new StatusNotFound();
  for (const api of address.apis) {
    try {
      const reply = await sources[api](address, readPart);
      if (reply === 'absent') return 'absent';
      if ('doubt' in reply) doubt = reply.doubt;
      else if (isTheOne(reply, identity)) return reply;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      doubt = error;
    }
  }
  throw doubt;
}

/** ActivityPub is asked at the very address: of activities it is not the page's. */
function addressOf(identity: string): StatusAddress {
  const known = parseStatusUrl(identity);
  if (known !== null) return { ...known, page: identity };
  const { origin } = new URL(identity);
  return { origin, id: '', page: identity, apis: ['activitypub'] };
}

function isTheOne({ status, attestations }: AttestedStatus, identity: string): boolean {
  const post = fields(status);
  const isSame = identityOf(post) === identity || webUrl(post['url']) === identity;
  return isSame && isOwn(post, attestations.status.host);
}

/** `protocol`: by which domains are asked. */
export function createConfirmName(fetchAccount: FetchAccount) {
  return (protocol: string, readPart: ReadPart): ConfirmName =>
    async ({ user, domain }, attested) => {
      if (domain === null) return { found: false };
      const known = await readPart(`account:${user}@${domain}`, kinds.account, () =>
        fetchAccount(user, `${protocol}//${domain}`),
      );
      if ('failure' in known) return known;
      return { found: known.found !== null && isNamed(known.found, attested) };
    };
}

/**
 * The name is that of the very actor, who lives at the host that attested the account: anyone may copy the address of another's.
 * Where the status does not name the actor, the page stands for it.
 */
function isNamed({ actors, pages }: KnownAccount, { account, host }: AttestedAccount): boolean {
  const here = actors.filter((actor) => hostOf(actor) === host);
  const actor = webUrl(account['uri']);
  const page = webUrl(account['url']);
  if (actor !== null) return here.includes(actor);
  return (
    page !== null && hostOf(page) === host && here.length > 0 && [...here, ...pages].includes(page)
  );
}
