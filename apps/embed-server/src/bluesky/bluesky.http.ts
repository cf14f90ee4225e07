import { ResponseTooLarge, type HttpClient } from '@triptych/http-client';
import { mostAfter, mostBefore } from '../http/thread-length.js';
import type { Limit } from '../outbound/content-limits.js';
import { fields, type Fields } from '../outbound/untrusted.js';
import { ContentRefused } from '../outbound/upstream.errors.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { postThread } from './bluesky-limits.js';
import { ownThreadReply } from './own-thread-limits.js';
import { ownThread } from './own-thread.js';
import type { FetchPost, FetchThread } from './post-source.port.js';
import { isDid, parseRecordUri, type PostAddress } from './post-address.js';

/** What is asked for beside the post. */
interface Range {
  readonly depth: number;
  readonly parentHeight: number;
  readonly limit: Limit;
}

const alone: Range = { depth: 0, parentHeight: 0, limit: postThread };
const upwards: Range = { depth: 0, parentHeight: mostBefore, limit: ownThreadReply };
const bothWays: Range = { ...upwards, depth: mostAfter };

export interface PostSource {
  readonly fetchPost: FetchPost;
  readonly fetchThread: FetchThread;
}

/** The public AppView, which takes handles as well as DIDs. */
export function createPostSource(baseUrl: string, http: HttpClient): PostSource {
  async function ask(address: PostAddress, range: Range): Promise<Fields | null> {
    const uri = `at://${address.actor}/app.bsky.feed.post/${address.rkey}`;
    const [depth, parentHeight] = [String(range.depth), String(range.parentHeight)];
    const query = new URLSearchParams({ uri, depth, parentHeight });
    const url = `${baseUrl}/xrpc/app.bsky.feed.getPostThread?${query.toString()}`;
    const response = await http.request({ url, accept: 'application/json' });
    if (response.status === 400) {
      // Of a post that is gone it says so with the status of a bad question.
      const { error } = fields(await readWithin(response, postThread));
      if (error === 'NotFound') return null;
    }
    requireSuccess(response);
    const thread = fields(fields(await readWithin(response, range.limit))['thread']);
    if (absent.has(thread['$type'])) return null;
    requireAsked(thread['post'], address);
    return thread;
  }

  return {
    fetchPost: async (address) => (await ask(address, alone))?.['post'] ?? null,
    fetchThread: async (address) => {
      const thread = await ask(address, bothWays).catch((error: unknown) => {
        // Thousands of people may have replied, but only one post stands above each.
        if (isTooMuch(error)) return ask(address, upwards);
        throw error;
      });
      return thread && { post: thread['post'], ...ownThread(thread) };
    },
  };
}

function isTooMuch(error: unknown): boolean {
  return error instanceof ResponseTooLarge || error instanceof ContentRefused;
}

const absent = new Set<unknown>([
  'app.bsky.feed.defs#notFoundPost',
  'app.bsky.feed.defs#blockedPost',
]);

/** A reply about another post proves nothing of the one that was asked for. */
function requireAsked(post: unknown, { actor, rkey }: PostAddress): void {
  const view = fields(post);
  const { did, handle } = fields(view['author']);
  const uri = parseRecordUri(view['uri']);
  const isAuthor = isDid(actor) ? did === actor : String(handle).toLowerCase() === actor;
  const isAsked = uri?.collection === 'app.bsky.feed.post' && uri.rkey === rkey;
  if (!isAuthor || !isAsked || uri.did !== did) throw new ContentRefused('another post');
}
