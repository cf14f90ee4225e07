import type { HttpClient } from '@triptych/http-client';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import type { FollowFacebook, SharedLink } from './videos.js';

/** Facebook tells strangers nothing of a video, but where a shared link leads, if only to its door. */
export function createFollowFacebook(
  bases: Readonly<Record<SharedLink['host'], string>>,
  http: HttpClient,
): FollowFacebook {
  return async ({ host, path }) => {
    const url = bases[host] + path;
    const answer = await http.request({ url, accept: 'text/html', follow: false });
    const { location } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) return location;
    if (answer.status !== 404 && answer.status !== 410) requireSuccess(answer);
    return null;
  };
}
