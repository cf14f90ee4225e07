import { HttpClientError, type HttpClient } from '@triptych/http-client';

/**
 * The client, silent about why a host cannot be reached. Visitors name the hosts here: were a name that
 * leads inside told apart from a dead one, they could map the network behind this server.
 */
export function veilRefusals(http: HttpClient): HttpClient {
  return {
    close: () => http.close(),
    request: async (request) => {
      try {
        return await http.request(request);
      } catch (error) {
        const refused = error instanceof HttpClientError && error.code === 'address_refused';
        throw refused ? new HttpClientError('upstream_unreachable', error) : error;
      }
    },
  };
}
