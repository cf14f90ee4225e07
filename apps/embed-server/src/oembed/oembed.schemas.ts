import { Type } from 'typebox';
import { ThreadQuerySchema } from '../http/thread.schemas.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { PageQuerySchema } from '../pages/pages.schemas.js';

const pixels = Type.Optional(
  Type.String({ pattern: '^[1-9][0-9]{0,4}$', description: 'Pixels that the frame may take.' }),
);

export const OembedQuerySchema = Type.Interface([PageQuerySchema, ThreadQuerySchema], {
  url: Type.String({
    maxLength: 4096,
    description: 'Of a post, a video, or a page of this server.',
  }),
  format: Type.Optional(Type.String({ description: '`json` unless told; `xml`.' })),
  html: Type.Optional(
    Type.String({
      description:
        '`script`: words, and a script for the page; `fragment`: an element without one; else a frame.',
    }),
  ),
  maxwidth: pixels,
  maxheight: pixels,
});

const text = Type.String();
const pixelCount = Type.Integer();

export const OembedSchema = Type.Object({
  version: Type.Literal('1.0'),
  type: Type.Enum(['rich', 'video']),
  title: text,
  author_name: Type.Optional(text),
  author_url: Type.Optional(text),
  provider_name: text,
  provider_url: text,
  cache_age: Type.Integer({ description: 'Seconds.' }),
  thumbnail_url: Type.Optional(text),
  thumbnail_width: Type.Optional(pixelCount),
  thumbnail_height: Type.Optional(pixelCount),
  html: text,
  width: pixelCount,
  height: pixelCount,
});

export const oembedResponses = preparedResponses({
  description: 'oEmbed 1.0: a frame of a page of this server.',
  content: { 'application/json': { schema: OembedSchema }, 'text/xml': { schema: text } },
});
