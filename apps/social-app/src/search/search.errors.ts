import { problem } from '@triptych/schemas';

export class NoWords extends problem('invalid', 'no_words', 'There is no word to search for.', {
  faults: [{ pointer: '/q', detail: 'must hold a letter or a digit' }],
}) {}

export class InvalidCursor extends problem(
  'invalid',
  'invalid_cursor',
  'This cursor was not given by a search.',
  { faults: [{ pointer: '/cursor', detail: 'must be the nextCursor of a page' }] },
) {}
