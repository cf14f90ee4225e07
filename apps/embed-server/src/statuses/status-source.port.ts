import type { ServiceError } from '@triptych/schemas';
import type { StatusAddress, StatusApi } from './parse-status-url.js';

/**
 * What one API says of a status: it, in the shape of Mastodon's Status and not checked; that there is none
 * to show, which is final; or a doubt, because it is not the one to ask.
 */
export type StatusReply =
  { readonly status: unknown } | { readonly doubt: ServiceError } | 'absent';

/** Throws InvalidStatusUrl for a host that may not be asked, and what the upstream's failure is. */
export type FetchStatus = (address: StatusAddress) => Promise<StatusReply>;

export type StatusSources = Readonly<Record<StatusApi, FetchStatus>>;
