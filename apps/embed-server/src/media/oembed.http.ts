import { RedirectRefused, type HttpClient } from '@triptych/http-client';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { oembedReply } from './media-limits.js';
import type { FetchOembed } from './media.js';
import { isOf } from './provider-rules.js';

// 401 is a page that is not public (oembed.com, 2.3.5).
const absent = [401, 404, 410];

/** Asks a provider's endpoint; a redirect leads to a host of the same provider or ends the call. */
export function createOembedSource(http: HttpClient): FetchOembed {
  return async ({ page, provider }, endpoint, token) => {
    const url = new URL(endpoint);
    const given = { format: 'json', url: page, maxwidth: '640' };
    for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
    const response = await http.request({
      url,
      accept: 'application/json',
      // Not in the query, which logs of other servers hold.
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      beforeHop: ({ hostname }) => {
        if (hostname !== url.hostname && !isOf(provider, hostname)) throw new RedirectRefused();
      },
    });
    // With a token it is the token that 401 is about.
    if (absent.includes(response.status) && (token === null || response.status !== 401))
      return null;
    requireSuccess(response);
    // `null` as JSON is no word that there is no such page.
    return (await readWithin(response, oembedReply)) ?? {};
  };
}
