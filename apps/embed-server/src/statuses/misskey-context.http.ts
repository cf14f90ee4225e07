import type { HttpClient } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { inTurn } from '../http/event-loop-turns.js';
import { mostAfter, mostBefore } from '../http/thread-length.js';
import { fields, list, text, type Fields } from '../outbound/untrusted.js';
import { isOfUpstream } from '../outbound/upstream.errors.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { doubtOf, malformed, refusalAsMalformed } from './instance.http.js';
import { misskeyNotes } from './misskey-limits.js';
import { isHidden, toMastodonStatus } from './misskey-mapping.js';
import { earliest, isInOwnReply } from './own-status-thread.js';
import type { AskedStatus, FetchContext } from './status-context.port.js';

/** Notes that one call gives at most (`limit` of packages/backend/src/server/api/endpoints/notes/children.ts). */
const mostNotes = 100;

/**
 * What is around a note by Misskey's own API: all that it replies to by one call, and the replies to each of the author's in
 * turn; eleven calls at most. Where one fails, what is known by then counts.
 */
export function createMisskeyContext(http: HttpClient): FetchContext {
  async function ask(origin: string, path: string, json: object): Promise<readonly Fields[]> {
    const request = { url: `${origin}/api/notes/${path}`, method: 'POST', json } as const;
    const response = await refusalAsMalformed(
      http.request({ ...request, accept: 'application/json' }),
    );
    const doubt = doubtOf(response);
    if (doubt) throw doubt.doubt;
    requireSuccess(response);
    if (!/^application\/json\b/i.test(response.headers['content-type'] ?? ''))
      throw malformed('no JSON');
    const notes = list(await readWithin(response, misskeyNotes)).map(fields);
    return notes.filter((note) => !isHidden(note));
  }

  const mapped = ({ accountId, origin }: AskedStatus, notes: readonly Fields[]) =>
    inTurn(() =>
      notes.map((note) =>
        fields(note['user'])['id'] === accountId
          ? toMastodonStatus(note, origin, Date.now())
          : foreignStatus(note),
      ),
    );

  async function descend(asked: AskedStatus) {
    const descendants: Fields[] = [];
    let [next, isPartial]: [Fields | null, boolean] = [asked.status, false];
    for (let level = 0; next !== null && level <= mostAfter; level += 1) {
      const noteId = text(next['id']);
      const notes = await ask(asked.origin, 'children', { noteId, limit: mostNotes });
      isPartial ||= notes.length >= mostNotes;
      // Quotes are children, too.
      const replies = await mapped(
        asked,
        notes.filter(({ replyId }) => replyId === noteId),
      );
      descendants.push(...replies);
      next = earliest(replies.filter((one) => fields(one['account'])['id'] === asked.accountId));
    }
    return { descendants, isPartial };
  }

  return async (asked) => {
    const above = { noteId: asked.id, limit: mostBefore };
    const ancestors = isInOwnReply(asked.status)
      ? await mapped(asked, await ask(asked.origin, 'conversation', above))
      : [];
    const below = await descend(asked).catch((error: unknown) => {
      if (error instanceof ServiceError && ancestors.length > 0)
        return { ...unread, isIncomplete: isOfUpstream(error) };
      throw error;
    });
    return { ancestors, ...below };
  };
}

const unread = { descendants: [], isPartial: true };

/** Whose note it is, and what it replies to: more of others is not looked at. */
function foreignStatus(note: Fields): Fields {
  return {
    id: text(note['id']),
    in_reply_to_id: text(note['replyId']),
    account: { id: text(fields(note['user'])['id']) },
  };
}
