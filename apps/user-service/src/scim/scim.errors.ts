import { problem, ServiceError } from '@triptych/schemas';

// RFC 7644, 3.12: which `scimType` each is on the wire stands in scim-error-mapping.ts.

/** The filter is not one of those that are answered. */
export class InvalidFilter extends problem(
  'invalid',
  'invalid_filter',
  'Filters are comparisons by eq, joined by and, of userName, externalId, id, active, emails and emails.value.',
) {}

export class InvalidPath extends problem(
  'invalid',
  'invalid_path',
  'The path of an operation names no attribute of a user.',
) {}

export class NoTarget extends problem(
  'invalid',
  'no_target',
  'The path of an operation selects nothing.',
) {}

export class InvalidSyntax extends problem(
  'invalid',
  'invalid_syntax',
  'The body is not one that this operation takes.',
) {}

export class TooManyOperations extends problem(
  'invalid',
  'too_many_operations',
  'A PATCH has at most 100 operations.',
) {}

export class NotMutable extends problem(
  'invalid',
  'not_mutable',
  'id, meta, groups and schemas cannot be changed, userName and active cannot be removed.',
) {}

/** A value has another type than its attribute, or cannot be stored. */
export class InvalidValue extends ServiceError {
  static readonly kind = 'invalid';
  static readonly code = 'invalid_value';
  static readonly detail = 'A value is not one that its attribute can have.';

  /** @param attribute as SCIM names it */
  constructor(attribute: string, detail: string) {
    super(InvalidValue.kind, InvalidValue.code, `${attribute} ${detail}.`);
  }
}

export class UserNameTaken extends problem(
  'conflict',
  'email_taken',
  'A user with this userName already exists.',
) {}

export class ResourceNotFound extends problem(
  'not-found',
  'resource_not_found',
  'There is no such resource.',
) {}

export class VersionMismatch extends problem(
  'precondition-failed',
  'version_mismatch',
  'The user has another version than If-Match names, or one that If-None-Match names.',
) {}

export class NotSupported extends problem(
  'not-implemented',
  'not_supported',
  'This service does not serve this part of SCIM.',
) {}

export class FilterForbidden extends problem(
  'forbidden',
  'filter_forbidden',
  'What describes the service takes no filter.',
) {}
