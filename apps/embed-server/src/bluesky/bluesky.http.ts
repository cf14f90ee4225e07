import type { HttpClient } from '@triptych/http-client';
import { fields } from '../outbound/untrusted.js';
import { ContentRefused } from '../outbound/upstream.errors.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { postThread } from './bluesky-limits.js';
import type { FetchPost } from './post-source.port.js';
import { isDid, parseRecordUri, type PostAddress } from './post-address.js';

/** The public AppView, which takes handles as well as DIDs. */
export function createPostSource(baseUrl: string, http: HttpClient): FetchPost {
  return async (address) => {
    const uri = `at://${address.actor}/app.bsky.feed.post/${address.rkey}`;
    const query = new URLSearchParams({ uri, depth: '0', parentHeight: '0' });
    const url = `${baseUrl}/xrpc/app.bsky.feed.getPostThread?${query.toString()}`;
    const response = await http.request({ url, accept: 'application/json' });
    if (response.status === 400) {
      // Of a post that is gone it says so with the status of a bad question.
      const { error } = fields(await readWithin(response, postThread));
      if (error === 'NotFound') return null;
    }
    requireSuccess(response);
    const thread = fields(fields(await readWithin(response, postThread))['thread']);
    if (absent.has(thread['$type'])) return null;
    return requireAsked(thread['post'], address);
  };
}

const absent = new Set<unknown>([
  'app.bsky.feed.defs#notFoundPost',
  'app.bsky.feed.defs#blockedPost',
]);

/** A reply about another post proves nothing of the one that was asked for. */
function requireAsked(post: unknown, { actor, rkey }: PostAddress): unknown {
  const view = fields(post);
  const { did, handle } = fields(view['author']);
  const uri = parseRecordUri(view['uri']);
  const isAuthor = isDid(actor) ? did === actor : String(handle).toLowerCase() === actor;
  const isAsked = uri?.collection === 'app.bsky.feed.post' && uri.rkey === rkey;
  if (!isAuthor || !isAsked || uri.did !== did) throw new ContentRefused('another post');
  return post;
}
