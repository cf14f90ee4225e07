import type { ServiceError } from '@triptych/schemas';
import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { failures, freshness } from '../cache/freshness.js';
import { createItemParts } from '../cache/item-parts.js';
import type { PartKeys } from '../cache/part-keys.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from '../cache/read-through.js';
import type { GoOnBehindReply } from '../http/behind-replies.js';
import { inTurn } from '../http/event-loop-turns.js';
import { inScopeOfOrigin } from '../http/request-scope.js';
import { withinLimit } from '../outbound/content-limits.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { confirmStatus } from './confirm-status.js';
import { mastodonStatus } from './mastodon-limits.js';
import { createAskOrigin, createConfirmName, statusParts } from './origin.js';
import { toStatus } from './status-mapping.js';
import type {
  FetchAccount,
  FetchStatus,
  ReadStatusPart,
  StatusSources,
  AttestedStatus,
} from './status-source.port.js';
import { parseStatusUrl, type StatusAddress } from './parse-status-url.js';
import type { Status } from './status.js';
import { InstanceUnwilling, InvalidStatusUrl, StatusNotFound } from './statuses.errors.js';
import { confirmedStatus, storeStatus } from './stored-status.js';
import { isPublic } from './visibility-rules.js';

export interface FoundStatus extends Found<Status> {
  /** As `storeStatus` wrote it: the instance's JSON comes first, in the shape of Mastodon's API. */
  readonly copy: CachedBody;
  /** The address that was asked for, in the one form that this server has for it. */
  readonly statusUrl: string;
}

/** Throws InvalidStatusUrl, StatusNotFound. */
export type ReadStatus = (statusUrl: string) => Promise<FoundStatus>;

export interface StatusParts {
  readonly sources: StatusSources;
  readonly fetchAccount: FetchAccount;
  readonly readThrough: ReadThrough;
  /** For which a reply waits for its author, for what it quotes, and for the origins of what the asked host attests of others. */
  readonly partWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
  readonly partKeys: PartKeys;
  /** Whether a host may be asked without TLS. */
  readonly isPlain: (hostname: string, port: string) => boolean;
  /** Where this server is: it has no statuses, and its addresses, one within the other, would have it ask itself. */
  readonly publicUrl: string;
}

export const statusKind: Kind = {
  ...freshness.post,
  refusals: createRefusals({
    ...failures,
    lasting: freshness.refused,
    // The last: of a page that is no status, so that the views of it do not each fetch it.
    errors: [InstanceUnwilling, InvalidStatusUrl],
  }),
};

export function createReadStatus(parts: StatusParts): ReadStatus {
  const { readThrough, partWait, goOnBehindReply, partKeys } = parts;
  const sources = boundSources(parts.sources);
  const beginItem = createItemParts({
    ...{ readThrough, maxWait: partWait, goOnBehindReply, partKeys },
  });
  const askOrigin = createAskOrigin(sources, beginItem);
  const confirmName = createConfirmName(parts.fetchAccount);

  async function load(
    key: string,
    address: StatusAddress,
    report: LoadReport,
  ): Promise<CachedBody | null> {
    const readPart = beginItem(key);
    const attested = await askInTurn(sources, address, statusParts(readPart));
    if (attested === null) return null;
    if (!isPublic(attested.status)) {
      report.withheld();
      return null;
    }
    const { protocol } = new URL(address.origin);
    const ask = { origin: askOrigin(readPart), name: confirmName(protocol, readPart) };
    const confirmed = await confirmStatus(attested, ask);
    // Whose author is not known may be of an account that is not shown.
    if (confirmed?.lacks) report.incomplete(confirmed.lacks !== 'author');
    return confirmed && (await inTurn(() => storeStatus(attested, confirmed)));
  }

  return async (statusUrl) => {
    const address = parseStatusUrl(statusUrl, parts.isPlain);
    if (address === null || address.page.startsWith(`${parts.publicUrl}/`))
      throw new InvalidStatusUrl();
    // The key is the page and not the id: what an address with a wrong name says proves nothing about the right one.
    const key = `status:${address.page}`;
    const { found, ...result } = await readThrough(key, statusKind, (report) =>
      inScopeOfOrigin(address.origin, () => load(key, address, report)),
    );
    if (found === null) throw new StatusNotFound();
    const value = () => statusOfCopy(found);
    return { copy: found, value, statusUrl: address.page, ...result };
  };
}

/** What the cache holds of a status. */
export function statusOfCopy(copy: CachedBody): Status {
  const { status, attestations } = confirmedStatus(copy);
  return toStatus(status, attestations);
}

/** What other APIs' replies were mapped to is bounded like those of Mastodon's. */
function boundSources(sources: StatusSources): StatusSources {
  const bound =
    (fetch: FetchStatus): FetchStatus =>
    async (address, readPart) => {
      const reply = await fetch(address, readPart);
      if (reply === 'absent' || 'doubt' in reply) return reply;
      const status = await inTurn(() => withinLimit(reply.status, mastodonStatus));
      return { ...reply, status };
    };
  const { mastodon, activitypub, misskey } = sources;
  return {
    mastodon: bound(mastodon),
    activitypub: bound(activitypub),
    misskey: bound(misskey),
  };
}

/** The first status that a source finds. When all doubt, a 404 among them outweighs the refusals. */
async function askInTurn(
  sources: StatusSources,
  address: StatusAddress,
  readPart: ReadStatusPart,
): Promise<AttestedStatus | null> {
  const doubts: ServiceError[] = [];
  for (const api of address.apis) {
    const reply = await sources[api](address, readPart);
    if (reply === 'absent') return null;
    if ('status' in reply) return reply;
    doubts.push(reply.doubt);
  }
  if (doubts.some((doubt) => doubt instanceof StatusNotFound)) return null;
  throw doubts[0] ?? new StatusNotFound();
}
