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

export const ErasureQuerySchema = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Of a post, at its home or here',
  }),
});

export const ErasedSchema = Type.Object(
  {
    names: Type.Array(Type.String(), {
      description: 'To purge at caches in front, as of `POST /purge`',
    }),
    snapshots: Type.Array(
      Type.Object(
        {
          takenAt: Type.String({ format: 'date-time' }),
          pictures: Type.Integer({ minimum: 0 }),
          bytes: Type.Integer({ minimum: 0 }),
        },
        { additionalProperties: false },
      ),
      { description: 'What was kept; empty where nothing was. Nothing of the post is kept again' },
    ),
  },
  { $id: 'Erased', additionalProperties: false },
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
