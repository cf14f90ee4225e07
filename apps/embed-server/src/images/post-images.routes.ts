import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type, type TString } from 'typebox';
import { imageReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { type ImagePosts, ImageQuerySchema, imageNumber, imageResponse } from './images.schemas.js';
import type { PostImage, ReadPostImage } from './post-images.js';

export interface PostImageRouteParts extends ImagePosts {
  readonly readPostImage: ReadPostImage;
  /** Whether the images are those of the post that the post quotes. */
  readonly quoted: boolean;
}

interface ServedImage {
  readonly path: string;
  readonly name: string;
  readonly what: string;
  readonly orElse?: string;
  /** Parameters of the path. */
  readonly own?: Readonly<Record<string, TString>>;
  readonly imageOf: (params: Readonly<Record<string, string>>) => PostImage['image'];
}

export const postImageRoutes: FastifyPluginAsyncTypebox<PostImageRouteParts> = async (
  app,
  post,
) => {
  const { id, noun, type, tags, quoted, errors, readPostImage } = post;
  const [idName = ''] = Object.keys(id);
  const whose = quoted ? `of the quoted ${noun}` : `of a ${noun}`;

  const images: readonly ServedImage[] = [
    {
      path: 'profile-image',
      name: 'ProfileImage',
      what: "Author's image",
      imageOf: () => 'profile',
    },
    { path: 'link-image', name: 'LinkImage', what: 'Link card image', imageOf: () => 'link' },
    {
      path: 'images/:number',
      name: 'Image',
      what: 'Attached image',
      orElse: `, or the poster of ${post.films}`,
      own: { number: imageNumber },
      imageOf: ({ number }) => Number(number),
    },
    ...(post.emojiName ? [emojiImage(post.emojiName)] : []),
  ];
  for (const { path, name, what, orElse = '', own, imageOf } of images) {
    const schema = {
      operationId: `read${quoted ? 'Quoted' : ''}${type}${name}`,
      summary: `${what} ${whose}${orElse}`,
      tags,
      params: Type.Object({ ...id, ...own }),
      querystring: ImageQuerySchema,
      response: preparedResponses(imageResponse),
    };
    const url = `${post.root}${quoted ? '/quoted' : ''}/${path}`;
    app.get(url, { config: { errors }, schema }, async (request, reply) => {
      const { params, query } = request;
      const wanted = { quoted, image: imageOf(params), size: query.size };
      const found = await readPostImage(params[idName] ?? '', wanted);
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    });
  }
};

function emojiImage(shortcode: TString): ServedImage {
  return {
    path: 'emojis/:shortcode',
    name: 'Emoji',
    what: 'Custom emoji',
    own: { shortcode },
    imageOf: ({ shortcode: emoji = '' }) => ({ emoji }),
  };
}
