import type { UpstreamPlayer } from './upstream-player.js';

export interface StatusParts {
  /** Of its account. */
  readonly author?: string;
  /** Of the account of what it replies to. */
  readonly of?: string | null;
  readonly visibility?: string;
  readonly createdAt?: string;
  readonly replies?: number;
  /** Any other field. */
  readonly more?: object;
}

export interface ThreadStatus {
  readonly id: string;
  readonly in_reply_to_id: string | null;
  readonly in_reply_to_account_id: string | null;
  readonly visibility: string;
  readonly account: { readonly id: string };
}

/** A status of Ada, whose account is `a`, in reply to the one of the other id, as the instance has it. */
export function threadStatus(
  { origin }: Pick<UpstreamPlayer, 'origin'>,
  id: string,
  parent: string | null = null,
  { author = 'a', of = author, ...parts }: StatusParts = {},
): ThreadStatus {
  const { visibility = 'public', createdAt = '2026-01-02T00:00:00.000Z', replies = 1 } = parts;
  const name = author === 'a' ? 'ada' : `p${author}`;
  return {
    id,
    uri: `${origin}/users/${name}/statuses/${id}`,
    url: `${origin}/@${name}/${id}`,
    created_at: createdAt,
    content: `<p>Words of ${id}</p>`,
    visibility,
    account: {
      id: author,
      username: name,
      acct: name,
      display_name: name,
      url: `${origin}/@${name}`,
      avatar: `${origin}/avatars/${name}.png`,
    },
    in_reply_to_id: parent,
    in_reply_to_account_id: parent === null ? null : of,
    replies_count: replies,
    ...parts.more,
  } as ThreadStatus;
}

/** Has the instance tell Ada's status, and what is around it. */
export function playContext(
  upstream: UpstreamPlayer,
  status: ThreadStatus,
  context: { readonly ancestors?: unknown; readonly descendants?: unknown },
): void {
  upstream.json(`/api/v1/statuses/${status.id}`, status);
  upstream.json(`/api/v1/statuses/${status.id}/context`, {
    ancestors: [],
    descendants: [],
    ...context,
  });
}

/** The path of the JSON of Ada's status with its thread. */
export function statusThreadPath({ origin }: Pick<UpstreamPlayer, 'origin'>, id: string): string {
  return `/mastodon/${encodeURIComponent(`${origin}/@ada/${id}`)}?thread=1`;
}
