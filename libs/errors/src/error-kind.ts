/**
 * What can go wrong, without HTTP. service-host maps each kind to one status, once.
 *
 * `invalid` is input that breaks a documented shape; `unprocessable` the same where a document asks
 * for 422; `bad-upstream`, `busy` and `timeout` tell how another server failed us.
 */
export const errorKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'unprocessable',
  'too-large',
  'unsupported-media',
  'not-implemented',
  'rate-limited',
  'bad-upstream',
  'busy',
  'timeout',
  'internal',
] as const;

export type ErrorKind = (typeof errorKinds)[number];
