import { problem, ServiceError } from '@triptych/schemas';

export class ApiKeyRequired extends problem(
  'unauthenticated',
  'api_key_required',
  'Send a valid API key: Authorization: Bearer <key>.',
) {}

/** The key is valid, and for something else. */
export class ScopeMissing extends ServiceError {
  static readonly kind = 'forbidden';
  static readonly code = 'scope_missing';
  static readonly detail = 'The API key lacks the scope that this route demands.';

  constructor(scope: string) {
    super(ScopeMissing.kind, ScopeMissing.code, `The API key lacks the scope "${scope}".`);
  }
}

export class InvalidKey extends problem(
  'invalid',
  'invalid_payload',
  'The body does not describe an API key.',
) {}

export class KeyNotFound extends problem(
  'not-found',
  'key_not_found',
  'There is no API key with this id.',
) {}

export class KeyEnded extends problem(
  'conflict',
  'key_ended',
  'This API key has ended; make a new one.',
) {}
