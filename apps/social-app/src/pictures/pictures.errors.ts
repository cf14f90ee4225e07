import { problem } from '@triptych/schemas';

/** Also while its host does not serve it, and for the picture of before: the client shows a letter instead. */
export class PictureNotFound extends problem(
  'not-found',
  'picture_not_found',
  'There is no such picture.',
) {}
