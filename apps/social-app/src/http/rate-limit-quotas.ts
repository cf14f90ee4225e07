/** Whom a count is for. */
export type QuotaScope = 'address' | 'user' | 'pair';

export interface RateLimitQuota {
  /** Names the count; two limits with one name share it. */
  readonly name: string;
  readonly by: QuotaScope;
  readonly max: number;
  readonly seconds: number;
}

export interface QuotaSettings {
  /** Sign-ins begun, an address and minute. */
  readonly signIns: number;
  /** Friend requests, links made and links used, a user and hour. */
  readonly friendRequests: number;
  /** Messages, a user and minute. */
  readonly messages: number;
}

const minute = 60;
const hour = 60 * minute;

const changingMessages = [
  ...['edit', 'delete', 'react', 'unreact', 'pin', 'unpin', 'typing'].map(
    (verb) => `POST /api/message/${verb}`,
  ),
  // The other one gets an event of each.
  ...['PUT', 'DELETE'].map((method) => `${method} /api/chats/:chatId/expiry`),
];

/**
 * What may be done how often, by route; every other route has only the limit of its address. Zero turns one off. To one
 * and the same person goes at most half of what goes to all.
 */
export function rateLimitQuotas({
  signIns,
  friendRequests,
  messages,
}: QuotaSettings): ReadonlyMap<string, readonly RateLimitQuota[]> {
  const limit = (name: string, by: QuotaScope, max: number, seconds: number): RateLimitQuota[] =>
    max === 0 ? [] : [{ name, by, max: Math.ceil(max), seconds }];
  const useOfLink = limit('invitation-use', 'user', friendRequests, hour);
  const sends = [
    ...limit('message', 'user', messages, minute),
    ...limit('message-to', 'pair', messages / 2, minute),
  ];
  const report = limit('report', 'user', 20, hour);
  return new Map<string, readonly RateLimitQuota[]>([
    ['POST /api/auth/signin/:provider', limit('sign-in', 'address', signIns, minute)],
    [
      'POST /api/friends/add',
      [
        ...limit('friend-request', 'user', friendRequests, hour),
        ...limit('friend-request-to', 'pair', friendRequests / 2, hour),
      ],
    ],
    ...['send', 'forward'].map((verb) => [`POST /api/message/${verb}`, sends] as const),
    ['POST /api/attachments', limit('attachment', 'user', messages, minute)],
    ...changingMessages.map(
      (route) => [route, limit('message-change', 'user', messages, minute)] as const,
    ),
    ...['PUT', 'DELETE'].map(
      (method) =>
        [`${method} /api/chats/:chatId/draft`, limit('draft', 'user', messages, minute)] as const,
    ),
    ['GET /api/messages/search', limit('search', 'user', messages / 2, minute)],
    ['POST /api/invitations', limit('invitation', 'user', friendRequests, hour)],
    ...['open', 'accept', 'block'].map(
      (verb) => [`POST /api/invitations/${verb}`, useOfLink] as const,
    ),
    ['POST /api/invitations/report', [...useOfLink, ...report]],
    ['PUT /api/account/handle', limit('handle', 'user', 60, hour)],
    ['POST /api/report', report],
    ['GET /api/account/export', limit('export', 'user', 10, hour)],
    ['DELETE /api/account', limit('erasure', 'user', 10, hour)],
  ]);
}
