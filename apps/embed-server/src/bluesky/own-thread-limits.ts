import { listOf, name, object, type Limit } from '../outbound/content-limits.js';
import { mostAfter, mostBefore } from '../http/thread-length.js';
import { postView } from './bluesky-limits.js';

// A reply nests two levels deeper with each reply to it, and a post with a quote has twelve of its own: what is asked for
// stays within the 32 levels of any reply.
const id = name(4096);
const node = {
  $type: name(200),
  post: postView,
  uri: id,
  author: object({ did: id }),
};

/** A reply to a question for so many posts above and below. */
export const ownThreadReply = object({
  thread: object({
    ...node,
    parent: nested(mostBefore, (parent) => object({ ...node, parent })),
    replies: nested(mostAfter, (replies) => listOf(1000, object({ ...node, replies }))),
  }),
});

function nested(levels: number, around: (inner: Limit) => Limit): Limit {
  const inner = around(object({}));
  return levels <= 1 ? inner : around(nested(levels - 1, around));
}
