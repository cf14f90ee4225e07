import { problem } from '@triptych/schemas';

export class ImageNotFound extends problem(
  'not-found',
  'image_not_found',
  'There is no such image.',
) {}

/** The upstream sent something that is no raster image, whatever it called it. */
export class ImageRefused extends problem(
  'bad-upstream',
  'image_refused',
  'The other server sent no image that may be shown.',
) {}

export const imageErrors = [ImageNotFound, ImageRefused] as const;
