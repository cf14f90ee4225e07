import { Type, type TSchema } from 'typebox';
import { mostAfter, mostBefore } from './thread-length.js';

export const ThreadQuerySchema = Type.Object({
  thread: Type.Optional(
    Type.Enum(['1'], {
      description: "With the author's own posts that it continues, and that continue it.",
    }),
  ),
});

/** `post`: one of those around the post of the address. `home`: where they are from. */
export function threadSchema<Post extends TSchema>(post: Post, home: string) {
  return Type.Object(
    {
      before: Type.Array(post, {
        description: `What the post continues, the first one first; at most ${mostBefore}.`,
      }),
      after: Type.Array(post, {
        description: `What continues the post, the next one first; at most ${mostAfter}.`,
      }),
      isCut: Type.Boolean({
        description: `Whether there may be more of it ${home}: it is longer, a part is gone or not shown, or it could not be read.`,
      }),
    },
    { description: "With `thread=1`: the same author's posts around it." },
  );
}
