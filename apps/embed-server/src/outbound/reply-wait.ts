import { LateForReply } from './upstream.errors.js';

/** Of a look-up that a reply does without after so many milliseconds. */
export function replyWait(milliseconds: number) {
  return { milliseconds, late: () => new LateForReply() };
}
