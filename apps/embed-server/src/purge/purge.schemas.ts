import { Type } from 'typebox';

export const PurgeBodySchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Of a post, a video or a page, at its home or here',
    }),
  },
  { additionalProperties: false },
);

export const PurgedSchema = Type.Object(
  {
    names: Type.Array(Type.String(), {
      description:
        'By these caches in front know what was made of it: `Surrogate-Key` and `Cache-Tag` of the replies hold them',
    }),
  },
  { $id: 'Purged', additionalProperties: false },
);
