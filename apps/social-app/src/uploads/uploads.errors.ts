import { problem } from '@triptych/schemas';

/** The same for one of others, one that was ended, one whose time is over, and for none at all. */
export class UploadNotFound extends problem(
  'not-found',
  'upload_not_found',
  'There is no such upload; begin a new one.',
) {}

/** Also when another request continues it at this moment. */
export class UploadOffsetWrong extends problem(
  'conflict',
  'upload_offset_wrong',
  'The upload has another length by now; ask for it, and go on from there.',
) {}

export class UploadIncomplete extends problem(
  'conflict',
  'upload_incomplete',
  'Some of its bytes have not arrived yet.',
) {}

/** Which of its bytes are too many, nobody knows: so those that would have been the last ones are not kept either. */
export class UploadTooLong extends problem(
  'too-large',
  'upload_too_long',
  'The body has more bytes than the upload has left.',
) {}

export class UploadFragmented extends problem(
  'conflict',
  'upload_fragmented',
  'The upload came in too many small pieces; begin a new one with larger ones.',
) {}

export class TooManyUploads extends problem(
  'conflict',
  'too_many_uploads',
  'You have begun too many uploads; finish or end others first.',
) {}

export class IdempotencyKeyReused extends problem(
  'unprocessable',
  'idempotency_key_reused',
  'This Idempotency-Key has begun an upload of another length, or with other Upload-Metadata.',
) {}

export class UploadHeaderInvalid extends problem(
  'unprocessable',
  'upload_header_invalid',
  'A header of the request is missing, is not what tus 1.0.0 says, or is of an extension that this service does not have.',
) {}

export class TusVersionUnknown extends problem(
  'precondition-failed',
  'tus_version_unknown',
  'This service speaks tus 1.0.0; say so in Tus-Resumable.',
) {}

export class UploadBodyUnknown extends problem(
  'unsupported-media',
  'unsupported_media_type',
  'The body must be application/offset+octet-stream.',
) {}
