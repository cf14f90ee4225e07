import { problem, ServiceError } from '@triptych/schemas';
import { imageErrors } from '../images/images.errors.js';
import { namedAddressErrors, upstreamErrors } from '../outbound/upstream.errors.js';

export class InvalidPageUrl extends problem(
  'invalid',
  'invalid_page_url',
  'That is not the address of a page.',
) {}

/** Its host has no oEmbed that this server knows, or not for such a page. */
export class ProviderUnknown extends problem(
  'not-found',
  'provider_unknown',
  'No known oEmbed provider has a page at that address.',
) {}

/** Unknown, deleted, or not for the public. */
export class MediaNotFound extends problem(
  'not-found',
  'media_not_found',
  'There is no such page, or it is not public.',
) {}

/** The operator has not set one. */
export class TokenMissing extends problem(
  'not-implemented',
  'provider_token_missing',
  'This provider answers only with a token, and this server has none.',
) {}

/** For `config.errors` of the routes that read a page of a provider. */
export const mediaErrors = [
  InvalidPageUrl,
  ProviderUnknown,
  MediaNotFound,
  TokenMissing,
  ...upstreamErrors,
];

export const mediaImageErrors = [...mediaErrors, ...imageErrors, ...namedAddressErrors];

/** Whether the address is none that this server knows of any provider. */
export function isOfNoProvider(error: unknown): boolean {
  const codes: readonly string[] = [InvalidPageUrl.code, ProviderUnknown.code];
  return error instanceof ServiceError && codes.includes(error.code);
}
