import { problem } from '@triptych/schemas';

export type FaultReason =
  | 'provider_unreachable'
  | 'metadata_invalid'
  | 'issuer_mismatch'
  | 'provider_error'
  | 'code_missing'
  | 'token_request_failed'
  | 'id_token_missing'
  | 'id_token_invalid'
  | 'nonce_mismatch'
  | 'audience_mismatch'
  | 'subject_mismatch'
  | 'profile_invalid';

/** A provider that failed or whose reply proves nothing. The reason is for the log; people see a page. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly reason: FaultReason;

  constructor(reason: FaultReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export class UnsupportedAuthAction extends problem(
  'invalid',
  'unsupported_auth_action',
  'There is no such action under /api/auth.',
) {}
