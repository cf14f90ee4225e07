/**
 * Keys whose values never reach a log line, wherever they stand one or two levels deep.
 * A net below the rule itself: code does not log persons, tokens or query strings in the first place.
 */
const secretKeys = [
  'authorization',
  'cookie',
  'password',
  'token',
  'access_token',
  'id_token',
  'refresh_token',
  'client_secret',
  'secret',
  'email',
  'Email',
  'Phone',
  'phone',
];

export const redactedPaths: string[] = [
  ...secretKeys,
  ...secretKeys.map((key) => `*.${key}`),
  ...secretKeys.map((key) => `*.*.${key}`),
  '*["set-cookie"]',
];
