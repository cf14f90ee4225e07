/** RFC 7644, 3.12. */
export interface ScimError {
  readonly schemas: readonly string[];
  /** As text, as the RFC wants it. */
  readonly status: string;
  readonly scimType?: string | undefined;
  readonly detail?: string | undefined;
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

const types: Readonly<Record<string, string>> = {
  invalid_json: 'invalidSyntax',
  // The shape of a body; values have a code of their own.
  invalid_payload: 'invalidSyntax',
  invalid_syntax: 'invalidSyntax',
  invalid_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  invalid_value: 'invalidValue',
  no_target: 'noTarget',
  not_mutable: 'mutability',
  too_many_operations: 'tooMany',
  email_taken: 'uniqueness',
};

/** What is sent in place of a problem. */
export function toScimError({
  status,
  code,
  detail,
}: {
  readonly status: number;
  readonly code: string;
  readonly detail?: string | undefined;
}): ScimError {
  const scimType = Object.hasOwn(types, code) ? types[code] : undefined;
  const text = detail ?? 'The service failed.';
  return { schemas: [errorSchema], status: String(status), scimType, detail: text };
}
