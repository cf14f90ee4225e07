import { problem } from '@triptych/schemas';

export class InvalidCursor extends problem(
  'invalid',
  'invalid_cursor',
  'This is no cursor of this service.',
) {}

export class CursorExpired extends problem(
  'gone',
  'cursor_expired',
  'Events after this cursor are gone. Start anew from GET /users:export, whose Events-Cursor header says where to go on.',
) {}
