import type { ServiceError } from '@triptych/schemas';
import type { StatusAddress, StatusApi } from './parse-status-url.js';
import type { Attestations } from './provenance.js';

/** A status in the shape of Mastodon's Status, not checked, and which hosts attest its parts. */
export interface AttestedStatus {
  readonly status: unknown;
  readonly attestations: Attestations;
}

/**
 * What one API says of a status: it; that there is none to show, which is final; or a doubt, because it is not
 * the one to ask.
 */
export type StatusReply = AttestedStatus | { readonly doubt: ServiceError } | 'absent';

/** Throws InvalidStatusUrl for a host that may not be asked, and what the upstream's failure is. */
export type FetchStatus = (address: StatusAddress) => Promise<StatusReply>;

export type StatusSources = Readonly<Record<StatusApi, FetchStatus>>;

/** What a domain says of an account: the addresses of its actor and of its page; `null` when it knows none. */
export interface KnownAccount {
  readonly actors: readonly string[];
  readonly pages: readonly string[];
}

/** `origin`: of the domain in the name. Throws as FetchStatus does. */
export type FetchAccount = (user: string, origin: string) => Promise<KnownAccount | null>;
