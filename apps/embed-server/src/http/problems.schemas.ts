import { problemResponses } from '@triptych/schemas';
import { Type } from 'typebox';

/** With the platform's own, the closed set of codes that this service answers with. */
export const problemCodes = [
  'tweet_not_found',
  'status_not_found',
  'video_not_found',
  'image_not_found',
  'embed_not_found',
  'format_not_supported',
  'invalid_status_url',
  'image_refused',
  'origin_not_allowed',
  'upstream_failed',
  'upstream_busy',
  'instance_unwilling',
  'server_busy',
  'url_refused',
  'redirect_refused',
  'response_too_large',
  'upstream_timeout',
  'upstream_unreachable',
  'upstream_malformed',
];

const words = {
  400: 'The id, number or address is not one.',
  403: 'The origin is not in VALID_ORIGINS.',
  404: 'There is no such thing, or it is not public.',
  502: 'The other server failed, or sent what may not be shown.',
  503: 'The other server is unwilling or limits us, or too much is fetched at once; see Retry-After.',
  504: 'The other server took too long.',
};

/** All that can go wrong, for routes that ask an upstream. */
export const upstreamProblems = problemResponses(words);

/** For routes that answer by themselves. */
export const ownProblems = problemResponses({ 400: words[400], 403: words[403] });

/** Fields of other people's objects: sent as they came. */
export const foreignObject = (description: string) =>
  Type.Object({}, { additionalProperties: true, description });
