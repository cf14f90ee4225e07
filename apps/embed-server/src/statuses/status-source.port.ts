import type { ServiceError } from '@triptych/schemas';
import type { PartResult } from '../cache/item-parts.js';
import type { StatusAddress, StatusApi } from './parse-status-url.js';
import type { Attestations } from './provenance.js';

/** Reads a part of a status, or what is kept of it; what the load throws is its failure. */
export type ReadStatusPart = <T>(
  key: string,
  load: () => Promise<T | null>,
) => Promise<PartResult<T>>;

/** A status in the shape of Mastodon's Status, not checked, and which hosts attest its parts. */
export interface AttestedStatus {
  readonly status: unknown;
  readonly attestations: Attestations;
  /** What it lacks, since that failed or was late: its author is not known, or another part of it is not. */
  readonly lacks?: 'author' | 'part' | undefined;
}

/**
 * What one API says of a status: it; that there is none to show, which is final; or a doubt, because it is not
 * the one to ask.
 */
export type StatusReply = AttestedStatus | { readonly doubt: ServiceError } | 'absent';

/**
 * Throws InvalidStatusUrl for a host that may not be asked, and what the upstream's failure is.
 *
 * @param readPart for what is shown beside the words of the status, and what they are shown without
 */
export type FetchStatus = (
  address: StatusAddress,
  readPart: ReadStatusPart,
) => Promise<StatusReply>;

export type StatusSources = Readonly<Record<StatusApi, FetchStatus>>;

/** What a domain says of an account: the addresses of its actor and of its page; `null` when it knows none. */
export interface KnownAccount {
  readonly actors: readonly string[];
  readonly pages: readonly string[];
}

/** `origin`: of the domain in the name. Throws as FetchStatus does. */
export type FetchAccount = (user: string, origin: string) => Promise<KnownAccount | null>;
