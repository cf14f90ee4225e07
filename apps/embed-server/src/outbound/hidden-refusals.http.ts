import { AddressRefused, UpstreamUnreachable } from '@triptych/http-client';
import type { Interceptor } from './interceptor.http.js';

/**
 * A host whose address may not be asked looks like one that cannot be reached. Visitors name the hosts: if a name that
 * leads inside could be distinguished from a dead one, they could map the network behind this server.
 */
export const hideRefusals: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const refused = error instanceof AddressRefused;
    throw refused ? new UpstreamUnreachable(error) : error;
  }
};
