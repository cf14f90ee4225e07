/** Whom a count is for. */
export type LimitScope = 'address' | 'user' | 'pair';

export interface RouteLimit {
  /** Names the count; two limits with one name share it. */
  readonly name: string;
  readonly by: LimitScope;
  readonly max: number;
  readonly seconds: number;
}

export interface LimitSettings {
  /** Sign-ins begun, an address and minute. */
  readonly signIns: number;
  /** Friend requests, a user and hour. */
  readonly friendRequests: number;
  /** Messages, a user and minute. */
  readonly messages: number;
}

const minute = 60;
const hour = 60 * minute;

const changingMessages = ['edit', 'delete', 'react', 'unreact', 'typing'].map(
  (verb) => `POST /api/message/${verb}`,
);

/**
 * What may be done how often, by route; every other route has only the limit of its address. Zero turns one off. To one
 * and the same person goes at most half of what goes to all.
 */
export function routeLimits({
  signIns,
  friendRequests,
  messages,
}: LimitSettings): ReadonlyMap<string, readonly RouteLimit[]> {
  const limit = (name: string, by: LimitScope, max: number, seconds: number): RouteLimit[] =>
    max === 0 ? [] : [{ name, by, max: Math.ceil(max), seconds }];
  return new Map<string, readonly RouteLimit[]>([
    ['POST /api/auth/signin/:provider', limit('sign-in', 'address', signIns, minute)],
    [
      'POST /api/friends/add',
      [
        ...limit('friend-request', 'user', friendRequests, hour),
        ...limit('friend-request-to', 'pair', friendRequests / 2, hour),
      ],
    ],
    [
      'POST /api/message/send',
      [
        ...limit('message', 'user', messages, minute),
        ...limit('message-to', 'pair', messages / 2, minute),
      ],
    ],
    ...changingMessages.map(
      (route) => [route, limit('message-change', 'user', messages, minute)] as const,
    ),
    ['GET /api/messages/search', limit('search', 'user', messages / 2, minute)],
    ['POST /api/report', limit('report', 'user', 20, hour)],
    ['GET /api/account/export', limit('export', 'user', 10, hour)],
    ['DELETE /api/account', limit('erasure', 'user', 10, hour)],
  ]);
}
