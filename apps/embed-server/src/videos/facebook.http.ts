import type { HttpClient } from '@triptych/http-client';
import { webUrl } from '../outbound/untrusted.js';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import type { SharedLink, VideoSources } from './videos.js';

/** Without a token Facebook says of a video only where a shared link leads, if only to its sign-in page. */
export function createFollowFacebook(
  bases: Readonly<Record<SharedLink['host'], string>>,
  http: HttpClient,
): VideoSources['followFacebook'] {
  return async ({ host, path }) => {
    const url = bases[host] + path;
    const reply = await http.request({ url, accept: 'text/html', follow: false });
    const { location } = reply.headers;
    if (reply.status >= 300 && reply.status < 400 && location !== undefined)
      return webUrl(location);
    if (reply.status !== 404 && reply.status !== 410) requireSuccess(reply);
    return null;
  };
}
