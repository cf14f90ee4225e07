import { Type } from 'typebox';
import { foreignObject } from '../http/replies.schemas.js';
import { ImageQuerySchema } from '../images/images.schemas.js';

export const YoutubeParamsSchema = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Video id at the host.' }),
});

export const NumericParamsSchema = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$', description: 'Video id at the host.' }),
});

const hash = Type.Optional(
  Type.String({ pattern: '^[A-Za-z0-9]{1,64}$', description: 'Secret of an unlisted video.' }),
);

export const HashQuerySchema = Type.Object({ h: hash });

export const PosterQuerySchema = Type.Interface([HashQuerySchema, ImageQuerySchema], {});

export const EmptyDataSchema = Type.Object({}, { description: 'Empty: this host is not asked.' });

export const VimeoDataSchema = Type.Array(foreignObject("The host's own metadata."), {
  description: 'An array of one, as the host sends it.',
});

export const FacebookDataSchema = Type.Object({ canonicalUrl: Type.String() });

/** The operation id of the routes below a path of a video host: `readEmbettyYoutubeVideo`. */
export function videoOperation(prefix: string, segment: string): string {
  const words = `${prefix}/${segment}`.split(/[/-]/).filter(Boolean);
  return `read${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Video`;
}
