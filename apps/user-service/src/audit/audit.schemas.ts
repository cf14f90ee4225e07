import { Type } from 'typebox';
import { actions } from './audit.js';

export const AuditQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The `cursor` of the page before' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  action: Type.Optional(Type.Enum([...actions])),
  key: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,36}$',
      description: 'The id of a key, `environment` or `command`',
    }),
  ),
});

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const EntrySchema = Type.Object(
  {
    id: Type.String(),
    time: Type.String({ description: 'RFC 3339, UTC' }),
    action: Type.Enum([...actions]),
    key: nullable(
      'The id of the key, `environment` for one of API_KEYS, `command` for the command; null: none that is valid',
    ),
    subject: nullable('The ID of the user, or the id of the key or webhook'),
    requestId: nullable('As the log and `X-Request-Id` name the request'),
    count: Type.Integer({
      description: 'How many refusals this entry stands for: the rest of a minute is one entry',
    }),
  },
  { title: 'AuditEntry' },
);

export const AuditSchema = Type.Object(
  {
    entries: Type.Array(EntrySchema),
    cursor: nullable('Where the next page begins; null: there is none'),
  },
  { title: 'Audit' },
);
