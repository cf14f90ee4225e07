import { Type } from 'typebox';
import { scopes } from './api-key.js';
import { longestOverlap, usualOverlap } from './keys.js';

const ScopesSchema = Type.Array(Type.Enum([...scopes]), {
  description: 'What the key is for. None contains another.',
});
const EndsSchema = Type.Optional(
  Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
    description: 'RFC 3339: from then on it is refused. Absent or null: it has no end.',
  }),
);

export const NewKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'Who or what uses it' }),
    scopes: ScopesSchema,
    ends: EndsSchema,
  },
  { title: 'NewKey' },
);

export const RotationSchema = Type.Object(
  {
    overlap: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestOverlap,
        default: usualOverlap,
        description: 'Seconds for which the former key goes on being valid',
      }),
    ),
    ends: EndsSchema,
  },
  { title: 'KeyRotation', description: 'Without `ends` the new key ends when the former was to.' },
);

export const KeyParamsSchema = Type.Object({ id: Type.String() });

export const KeysQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The `cursor` of the page before' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

const nullableMoment = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: ScopesSchema,
    created: Type.String({ description: 'RFC 3339, UTC' }),
    ends: nullableMoment('When it is or was refused; null: it has no end'),
    lastUsed: nullableMoment('To the minute; null: never used'),
  },
  { title: 'ApiKey' },
);

const secret = Type.String({ description: 'The key itself. It is shown this once.' });

export const CreatedKeySchema = Type.Object({ key: KeySchema, secret }, { title: 'CreatedKey' });

export const RotatedKeySchema = Type.Object(
  { key: KeySchema, secret, replaced: KeySchema },
  { title: 'RotatedKey' },
);

export const KeysSchema = Type.Object(
  {
    keys: Type.Array(KeySchema),
    cursor: nullableMoment('Where the next page begins; null: there is none'),
  },
  { title: 'ApiKeys' },
);

export const EndedKeySchema = Type.Null({ description: 'Ended' });
