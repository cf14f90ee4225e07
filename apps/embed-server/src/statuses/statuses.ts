import type { ServiceError } from '@triptych/schemas';
import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { freshness } from '../cache/freshness.js';
import type { ReadThrough } from '../cache/read-through.js';
import { withinLimit } from '../outbound/content-limits.js';
import { fields, text } from '../outbound/untrusted.js';
import { mastodonStatus } from './mastodon-limits.js';
import { toStatus } from './status-mapping.js';
import type { StatusSources } from './status-source.port.js';
import { parseStatusUrl, type StatusAddress } from './parse-status-url.js';
import type { Status } from './status.js';
import { InvalidStatusUrl, StatusNotFound } from './statuses.errors.js';

export interface FoundStatus extends Found<Status> {
  /** The instance's JSON as it came from Mastodon's API; other APIs' in the same shape. */
  readonly copy: CachedBody;
  /** The address that was asked for, repaired. */
  readonly statusUrl: string;
}

/** Throws InvalidStatusUrl, StatusNotFound. */
export type ReadStatus = (statusUrl: string) => Promise<FoundStatus>;

export function createReadStatus(sources: StatusSources, readThrough: ReadThrough): ReadStatus {
  return async (statusUrl) => {
    const address = parseStatusUrl(statusUrl);
    if (address === null) throw new InvalidStatusUrl();
    // The key is the page and not the id: what an address with a wrong name says proves nothing about the right one.
    const { found, maxAge } = await readThrough(
      `status:${address.page}`,
      freshness.post,
      async () => {
        const raw = withinLimit(await askInTurn(sources, address), mastodonStatus);
        if (raw === null || !isPublic(raw)) return null;
        return { about: 'status', body: Buffer.from(JSON.stringify(raw)) };
      },
    );
    if (found === null) throw new StatusNotFound();
    const { host } = new URL(address.origin);
    const value = () => toStatus(JSON.parse(found.body.toString()), host);
    return { copy: found, value, statusUrl: address.url, maxAge };
  };
}

/** The first status that a source finds. When all doubt, a 404 among them outweighs the refusals. */
async function askInTurn(sources: StatusSources, address: StatusAddress): Promise<unknown> {
  const doubts: ServiceError[] = [];
  for (const api of address.apis) {
    const reply = await sources[api](address);
    if (reply === 'absent') return null;
    if ('status' in reply) return reply.status;
    doubts.push(reply.doubt);
  }
  if (doubts.some((doubt) => doubt instanceof StatusNotFound)) return null;
  throw doubts[0] ?? new StatusNotFound();
}

/** A boost is as public as what it boosts. Some servers name no visibility: they show public ones only. */
export function isPublic(raw: unknown): boolean {
  const status = fields(raw);
  if (text(status['id']) === null) return false;
  // Forks know more kinds than Mastodon does; only these two are meant for everyone.
  if (!['public', 'unlisted'].includes(text(status['visibility']) ?? 'public')) return false;
  if (fields(status['account'])['suspended'] === true) return false;
  return status['reblog'] == null || isPublic(status['reblog']);
}
