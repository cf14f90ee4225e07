import { problem, ServiceError } from '@triptych/schemas';
import { imageErrors } from '../images/images.errors.js';
import { namedAddressErrors, upstreamErrors } from '../outbound/upstream.errors.js';

export class InvalidStatusUrl extends problem(
  'invalid',
  'invalid_status_url',
  'That is not the address of a status.',
) {}

/** Also one that is remembered. */
export function isInvalidStatusUrl(error: unknown): boolean {
  return error instanceof ServiceError && error.code === InvalidStatusUrl.code;
}

/** Its server replies only to those it knows: signed requests, or people who are signed in. */
export class InstanceUnwilling extends problem(
  'busy',
  'instance_unwilling',
  'The server of this post answers only servers and people that it knows.',
) {
  constructor(reason: string, retryAfter: number) {
    super({ cause: new Error(reason), retryAfter });
  }
}

/** Also one that is remembered. */
export function isOfUnwillingInstance(error: unknown): boolean {
  return error instanceof ServiceError && error.code === InstanceUnwilling.code;
}

/** Unknown, deleted, or not for the public. */
export class StatusNotFound extends problem(
  'not-found',
  'status_not_found',
  'There is no such status, or it is not public.',
) {}

/** For `config.errors` of the routes that read a status. */
export const statusErrors = [
  InvalidStatusUrl,
  InstanceUnwilling,
  StatusNotFound,
  ...upstreamErrors,
];

export const statusImageErrors = [...statusErrors, ...imageErrors, ...namedAddressErrors];
