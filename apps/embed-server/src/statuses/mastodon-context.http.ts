import { ResponseTooLarge, type HttpClient, type HttpResponse } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { mostBefore } from '../http/thread-length.js';
import { fields, list, text, type Fields } from '../outbound/untrusted.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { ContentRefused, isOfUpstream } from '../outbound/upstream.errors.js';
import type { Limit } from '../outbound/content-limits.js';
import { doubtOf, malformed, refusalAsMalformed, stayAt } from './instance.http.js';
import { mastodonContext, mastodonStatus } from './mastodon-limits.js';
import { isInOwnReply } from './own-status-thread.js';
import type { AskedStatus, FetchContext, StatusContext } from './status-context.port.js';

// What is around a status by Mastodon's REST API.
//
//   the conversation               what is asked
//   is within the limits           one call
//   is larger than this server     the statuses above one after the other, since each replies to one at most: ten more
//   reads                          calls, and nothing of what is below

// What Mastodon gives those who are not signed in (DESCENDANTS_LIMIT of app/controllers/api/v1/statuses_controller.rb).
const mostDescendants = 60;

export function createMastodonContext(http: HttpClient): FetchContext {
  async function ask(origin: string, path: string, limit: Limit): Promise<Fields> {
    const url = `${origin}/api/v1/statuses/${path}`;
    const request = { url, accept: 'application/json', beforeHop: stayAt(origin) };
    const response = await refusalAsMalformed(http.request(request));
    const doubt = doubtOf(response);
    if (doubt) throw doubt.doubt;
    requireSuccess(response);
    if (!isJson(response)) throw malformed('no JSON');
    return fields(await readWithin(response, limit));
  }

  async function climb({ status, origin }: AskedStatus): Promise<StatusContext> {
    const ancestors: Fields[] = [];
    let isIncomplete = false;
    try {
      let next = status;
      while (isInOwnReply(next) && ancestors.length < mostBefore) {
        next = await ask(origin, pathOf(text(next['in_reply_to_id'])), mastodonStatus);
        ancestors.push(next);
      }
    } catch (error) {
      // What was read by then is part of the thread all the same.
      if (!(error instanceof ServiceError)) throw error;
      isIncomplete = isOfUpstream(error);
    }
    return { ancestors, descendants: [], isPartial: true, isIncomplete };
  }

  return async (asked) => {
    try {
      const body = await ask(asked.origin, `${pathOf(asked.id)}/context`, mastodonContext);
      const descendants = list(body['descendants']);
      const isPartial = descendants.length >= mostDescendants;
      return { ancestors: list(body['ancestors']), descendants, isPartial };
    } catch (error) {
      if (isTooMuch(error)) return climb(asked);
      throw error;
    }
  };
}

const restId = /^[A-Za-z0-9_-]{1,64}$/;

function pathOf(id: string | null): string {
  if (id === null || !restId.test(id)) throw malformed('no id of a status');
  return id;
}

function isTooMuch(error: unknown): boolean {
  return error instanceof ResponseTooLarge || error instanceof ContentRefused;
}

function isJson({ headers }: HttpResponse): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}
