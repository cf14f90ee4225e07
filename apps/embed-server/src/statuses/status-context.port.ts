import type { Fields } from '../outbound/untrusted.js';
import type { StatusApi } from './parse-status-url.js';

/** Statuses around another one in the shape of Mastodon's, not checked: in any order, and of anybody. */
export interface StatusContext {
  readonly ancestors: readonly unknown[];
  readonly descendants: readonly unknown[];
  /** Whether there may be descendants that are not among them. */
  readonly isPartial: boolean;
  /** Whether some of it is missing because it failed. */
  readonly isIncomplete?: boolean;
}

/** A status, which `host` called its own by one of its APIs. */
export interface AskedStatus {
  readonly status: Fields;
  readonly id: string;
  /** Of its author, as the API names it. */
  readonly accountId: string;
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
}

/** What the API knows around a status. Throws ServiceError. */
export type FetchContext = (asked: AskedStatus) => Promise<StatusContext>;

export type StatusContexts = Readonly<Record<StatusApi, FetchContext>>;
