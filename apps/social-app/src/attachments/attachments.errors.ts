import { problem } from '@triptych/schemas';

/** The same for one of others, of a former friend, of a message that is gone, and for none at all. */
export class AttachmentNotFound extends problem(
  'not-found',
  'attachment_not_found',
  'There is no such file, or it is not for you.',
) {}

export class AttachmentEmpty extends problem(
  'unprocessable',
  'attachment_empty',
  'A file of no bytes cannot be kept.',
) {}

export class AttachmentTooLarge extends problem(
  'too-large',
  'attachment_too_large',
  'The file has more bytes than this service keeps of one.',
) {}

/** Broken, cut off, or of more pixels than a picture may have: nobody could be shown it. */
export class PictureUnreadable extends problem(
  'unprocessable',
  'picture_unreadable',
  'This picture cannot be read; it may be damaged, or too large.',
) {}

export class QuotaExceeded extends problem(
  'conflict',
  'attachment_quota_exceeded',
  'Your files take all the room that you have; delete messages with files first.',
) {}

/** The disk is full, or the folder is not there, or not to be written to; or S3 is away, or refuses. */
export class FilesUnavailable extends problem(
  'busy',
  'files_unavailable',
  'The service cannot keep files at the moment; try again later.',
  { retryAfter: 60 },
) {}

/** Of everybody: the service itself has no place. */
export class AttachmentsBusy extends problem(
  'overloaded',
  'attachments_busy',
  'Too many files arrive at the moment; try again later.',
  { retryAfter: 10 },
) {}

/** Of one person, whatever others do. */
export class TooManyAtOnce extends problem(
  'rate-limited',
  'too_many_files_at_once',
  'Too many of your files arrive at the same time; send this one when another has arrived.',
  { retryAfter: 10 },
) {}
