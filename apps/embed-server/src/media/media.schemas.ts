import { Type } from 'typebox';

export const MediaParamsSchema = Type.Object({
  pageUrl: Type.String({
    description: 'The URL of a page of an oEmbed provider, percent-encoded.',
  }),
});

const text = Type.Optional(Type.String());
const pixels = Type.Optional(Type.Integer({ minimum: 1 }));

export const MediaSchema = Type.Object(
  {
    type: Type.Enum(['photo', 'video', 'rich', 'link']),
    version: Type.Literal('1.0'),
    title: text,
    author_name: text,
    author_url: text,
    provider_name: Type.String(),
    provider_url: Type.String(),
    cache_age: Type.Optional(Type.Integer({ minimum: 0 })),
    thumbnail_url: text,
    thumbnail_width: pixels,
    thumbnail_height: pixels,
    url: Type.Optional(Type.String({ description: 'Of a photo.' })),
    html: Type.Optional(
      Type.String({ description: "The provider's own, unchanged: nothing to put into a page." }),
    ),
    width: pixels,
    height: pixels,
  },
  { description: "The provider's reply: the fields of oEmbed 1.0 that are of their types." },
);
