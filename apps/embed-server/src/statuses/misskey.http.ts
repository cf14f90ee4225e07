import type { HttpClient } from '@triptych/http-client';
import { inTurn } from '../http/event-loop-turns.js';
import { fields } from '../outbound/untrusted.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { refusalAsInvalidUrl, doubtOf, malformed } from './instance.http.js';
import { misskeyNote } from './misskey-limits.js';
import { isHidden, toMastodonStatus } from './misskey-mapping.js';
import { hostOf, attestedBy } from './provenance.js';
import type { FetchStatus } from './status-source.port.js';

const isJson = /^application\/json\b/i;

/** Misskey's own API; notes for everyone need no token. */
export function createMisskeySource(http: HttpClient): FetchStatus {
  return async ({ origin, id }) => {
    const response = await refusalAsInvalidUrl(
      http.request({
        url: `${origin}/api/notes/show`,
        method: 'POST',
        accept: 'application/json',
        json: { noteId: id },
      }),
    );
    const speaksJson = isJson.test(response.headers['content-type'] ?? '');
    if (response.status === 400 && speaksJson && isUnknown(await readWithin(response, misskeyNote)))
      return 'absent';
    const doubt = doubtOf(response);
    if (doubt) return doubt;
    requireSuccess(response);
    if (!speaksJson) return { doubt: malformed('no JSON') };
    const note = fields(await readWithin(response, misskeyNote));
    if (isHidden(note)) return 'absent';
    const status = await inTurn(() => toMastodonStatus(note, origin, Date.now()));
    return { status, attestations: attestedBy(hostOf(origin), 'misskey') };
  };
}

function isUnknown(reply: unknown): boolean {
  const { code } = fields(fields(reply)['error']);
  return code === 'NO_SUCH_NOTE' || code === 'INVALID_PARAM';
}
