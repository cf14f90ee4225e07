import type { ProblemClass } from '@triptych/schemas';
import { Type, type TString } from 'typebox';
import { imageSizes } from './images.js';

export const ImageQuerySchema = Type.Object({
  size: Type.Optional(
    Type.Enum(imageSizes, {
      description: "The host's own picture of about that size, where it keeps several.",
    }),
  ),
});

export const imageNumber = Type.String({
  pattern: '^[0-9]{1,20}$',
  description: 'Zero-based index.',
});

const binary = { schema: { type: 'string', format: 'binary' } } as const;

export const imageResponse = {
  description: 'The image, typed by its bytes.',
  content: {
    'image/jpeg': binary,
    'image/png': binary,
    'image/webp': binary,
    'image/gif': binary,
    'image/avif': binary,
  },
};

/** The posts of one network. */
export interface ImagePosts {
  readonly root: string;
  readonly noun: string;
  /** As names of operations call it. */
  readonly type: string;
  readonly tags: string[];
  /** The parameter of `root` that names the post. */
  readonly id: Readonly<Record<string, TString>>;
  /** What may have a poster. */
  readonly films: string;
  /** Where posts have emoji of their own: the parameter that names one. */
  readonly emojiName?: TString;
  readonly errors: readonly ProblemClass[];
}
