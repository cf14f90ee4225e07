import { problem, ServiceError } from '@triptych/schemas';
import { imageErrors } from '../images/images.errors.js';
import { namedAddressErrors, upstreamErrors } from '../outbound/upstream.errors.js';

export class InvalidPostUrl extends problem(
  'invalid',
  'invalid_post_url',
  'That is not the address of a post on Bluesky.',
) {}

/** Deleted, hidden by moderation, or never there. */
export class BlueskyPostNotFound extends problem(
  'not-found',
  'bluesky_post_not_found',
  'There is no such post, or it is not public.',
) {}

/** The author's wish, which the service does not enforce: it is for those who show posts. */
export class BlueskyPostWithheld extends problem(
  'forbidden',
  'bluesky_post_withheld',
  'The author wants this post shown to people who are signed in to Bluesky alone.',
) {}

export function isWithheld(error: unknown): boolean {
  return error instanceof ServiceError && error.code === BlueskyPostWithheld.code;
}

/** For `config.errors` of the routes that read a post. */
export const blueskyErrors = [
  InvalidPostUrl,
  BlueskyPostWithheld,
  BlueskyPostNotFound,
  ...upstreamErrors,
];

export const blueskyImageErrors = [...blueskyErrors, ...imageErrors, ...namedAddressErrors];
