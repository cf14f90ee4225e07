import type { StatusAddress } from './status-url.js';

/**
 * An instance's own JSON, or `null` when it has none to show. Throws InvalidStatusUrl for a host that may
 * not be asked.
 */
export type FetchStatus = (address: StatusAddress) => Promise<unknown>;
