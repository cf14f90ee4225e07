import { freshness } from '../cache/freshness.js';
import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from '../cache/read-through.js';
import { threadKeyOf } from '../cache/thread-key.js';
import type { GoOnBehindReply } from '../http/behind-replies.js';
import { inTurn } from '../http/event-loop-turns.js';
import { inScopeOfOrigin } from '../http/request-scope.js';
import { withinLimit } from '../outbound/content-limits.js';
import { fields, list, text, type Fields } from '../outbound/untrusted.js';
import { isOfUpstream, LateForReply } from '../outbound/upstream.errors.js';
import { mastodonStatus } from './mastodon-limits.js';
import { mayHaveThread, ownStatusThread } from './own-status-thread.js';
import { identityOf, isOwn, type Attestation } from './provenance.js';
import type { AskedStatus, StatusContexts } from './status-context.port.js';
import { toStatus } from './status-mapping.js';
import type { Status } from './status.js';
import { isOfUnwillingInstance, StatusNotFound } from './statuses.errors.js';
import { type FoundStatus, type ReadStatus, statusKind } from './statuses.js';
import { attestedJson, confirmedStatus } from './stored-status.js';

// A status with those of its author around it. Guarantees: the status is read as it is by itself, and shown whatever becomes
// of its thread; the thread is asked of the host whose word the shown status is, and of no other (ADR 0070).
//
//   the status                                     its thread
//   is its host's own                              is a copy of its own, by calls to that host
//   neither replies to its author nor has replies  nobody is asked for
//   is what a host attests of another              is not known
//   is a boost                                     is not known
//   the host does not give it                      is not known for a moment
//   the host is late                               is that of before, or not known for a moment; it is there for the next reply
// A snapshot is kept of the status alone, so that a thread shows what its host gave lately.

export interface StatusThread {
  readonly post: Status;
  /** The first one of the thread first. */
  readonly before: readonly Status[];
  readonly after: readonly Status[];
  /** Whether there may be more of it at its home. */
  readonly isCut: boolean;
}

export interface FoundStatusThread extends Found<StatusThread>, Pick<FoundStatus, 'statusUrl'> {
  /** The JSON of the status, with a field `thread`. */
  readonly copy: CachedBody;
}

/** Throws what `readStatus` does. */
export type ReadStatusThread = (statusUrl: string) => Promise<FoundStatusThread>;

export interface StatusThreadParts {
  readonly readStatus: ReadStatus;
  readonly contexts: StatusContexts;
  readonly readThrough: ReadThrough;
  /** For which a reply waits for what is around its status. It throws `LateForReply`. */
  readonly threadWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
}

/** What is kept of a thread, and who attests it. */
interface Around {
  readonly host: string;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly isCut: boolean;
}

interface ReadAround {
  /** `null` when it is not known. */
  readonly around: CachedBody | null;
  readonly maxAge: number;
  /** Whether more of it may be known soon. */
  readonly isIncomplete?: boolean | undefined;
}

const unasked: ReadAround = { around: null, maxAge: Infinity };

export function createReadStatusThread(parts: StatusThreadParts): ReadStatusThread {
  const { readStatus, contexts, readThrough, threadWait, goOnBehindReply } = parts;
  const join = createJoin();

  async function load(
    { asked, api, isIncomplete }: Askable,
    report: LoadReport,
  ): Promise<CachedBody | null> {
    const context = await contexts[api](asked).catch(nothingIfAbsent);
    if (context === null) return null;
    // Its posts have the account that the status has.
    if (context.isIncomplete || isIncomplete) report.incomplete(false);
    return inTurn(() => {
      const thread = ownStatusThread(asked.status, asked.host, context);
      const bounded = (status: Fields) => withinLimit(status, mastodonStatus);
      const { before, after, isCut } = thread;
      const around: Around = {
        host: asked.host,
        before: before.map(bounded),
        after: after.map(bounded),
        isCut,
      };
      return { about: 'thread', body: Buffer.from(JSON.stringify(around)) };
    });
  }

  async function readAround(post: FoundStatus): Promise<ReadAround> {
    const { statusUrl } = post;
    const askable = askableOf(post);
    if (askable === null) return unasked;
    const { origin } = new URL(statusUrl);
    const key = threadKeyOf(`status:${statusUrl}`);
    const read = (kind: Kind) =>
      readThrough(key, kind, (report) => inScopeOfOrigin(origin, () => load(askable, report)));
    try {
      const { found, ...result } = await read({ ...statusKind, maxWait: threadWait });
      return { around: found, ...result };
    } catch (error) {
      if (error instanceof LateForReply) goOnBehindReply(key, () => read(statusKind));
      if (!isOfUpstream(error) && !isOfUnwillingInstance(error)) throw error;
      return { around: null, maxAge: freshness.failed.fresh, isIncomplete: true };
    }
  }

  return async (given) => {
    const post = await readStatus(given);
    const { around, maxAge, isIncomplete } = await readAround(post);
    return {
      copy: join(post.copy, around),
      value: () => threadOf(post, around),
      statusUrl: post.statusUrl,
      maxAge: Math.min(post.maxAge, maxAge),
      isIncomplete: post.isIncomplete || isIncomplete,
      snapshot: post.snapshot,
    };
  };
}

/** What the statuses around one are called, and what they quote. */
export function namesAround(around: CachedBody): readonly string[] {
  const { before, after } = JSON.parse(around.body.toString()) as Around;
  const all = [...before, ...after].map(fields);
  const quoted = all.map((status) => fields(fields(status['quote'])['quoted_status']));
  const addresses = [...all, ...quoted].flatMap(({ url, uri }) => [url, uri]);
  return addresses.filter((one) => typeof one === 'string');
}

function nothingIfAbsent(error: unknown): null {
  if (error instanceof StatusNotFound) return null;
  throw error;
}

interface Askable {
  readonly asked: AskedStatus;
  readonly api: NonNullable<Attestation['api']>;
  /** Whether the status itself lacks something. */
  readonly isIncomplete: boolean | undefined;
}

/** Whom to ask for what is around a status; `null`: nobody. */
function askableOf({ copy, statusUrl, isIncomplete }: FoundStatus): Askable | null {
  const { status: raw, attestations } = confirmedStatus(copy);
  const { host, api } = attestations.status;
  const status = fields(raw);
  const [id, accountId] = [text(status['id']), text(fields(status['account'])['id'])];
  const isKnown = api !== undefined && id !== null && accountId !== null && isOwn(status, host);
  if (!isKnown || status['reblog'] != null || !mayHaveThread(status)) return null;
  const { origin } = new URL(identityOf(status) ?? statusUrl);
  return { asked: { status, id, accountId, host, origin }, api, isIncomplete };
}

function aroundOf({ copy }: Pick<FoundStatus, 'copy'>, around: CachedBody | null): Around {
  const { status, attestations } = confirmedStatus(copy);
  const { host } = attestations.status;
  const known = around && (JSON.parse(around.body.toString()) as Around);
  if (known?.host === host) return known;
  const shown = fields(status)['reblog'] ?? status;
  return { host, before: [], after: [], isCut: mayHaveThread(fields(shown)) };
}

function threadOf(post: FoundStatus, around: CachedBody | null): StatusThread {
  const { attestations } = confirmedStatus(post.copy);
  const { before, after, isCut, host } = aroundOf(post, around);
  // They are of the same account, so that what was proven of its name holds for all of them.
  const said = { ...attestations, quote: { host } };
  const statusOf = (status: unknown) => toStatus(status, said);
  return {
    post: post.value(),
    before: list(before).map(statusOf),
    after: list(after).map(statusOf),
    isCut,
  };
}

/** The JSON of a status and of what is around it: the same object for as long as both are kept. */
function createJoin() {
  const joined = new WeakMap<CachedBody, { around: CachedBody | null; copy: CachedBody }>();
  return (post: CachedBody, around: CachedBody | null): CachedBody => {
    const known = joined.get(post);
    if (known?.around === around) return known.copy;
    const { before, after, isCut } = aroundOf({ copy: post }, around);
    const status = fields(JSON.parse(attestedJson(post).toString()));
    const json = JSON.stringify({ ...status, thread: { before, after, isCut } });
    const copy = { about: 'status thread', body: Buffer.from(json) };
    joined.set(post, { around, copy });
    return copy;
  };
}
