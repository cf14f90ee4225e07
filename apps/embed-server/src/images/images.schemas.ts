import { Type } from 'typebox';
import { imageSizes } from './images.js';

export const ImageQuerySchema = Type.Object({
  size: Type.Optional(
    Type.Enum(imageSizes, {
      description: "The host's own picture of about that size, where it keeps several.",
    }),
  ),
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
